// A small language model behind the part of OpenAI's API that the service uses, so that tests can speak to a real one.
//
//     node server.mjs PORT
//
// It runs beside `model.gguf` and `node_modules`, where `xtask/src/model.rs` puts it.

import {randomUUID} from "node:crypto";
import {createServer} from "node:http";
import {fileURLToPath} from "node:url";
import {getLlama, JinjaTemplateChatWrapper, LlamaGrammarEvaluationState} from "node-llama-cpp";

const MODEL = "smollm2-135m-instruct";

/** How many tokens of a prompt are read at a time: between them it is seen that the client has hung up. */
const PIECE = 64;

/** What an answer must be where JSON was asked for and no schema is given. */
const ANY_OBJECT = {type: "object", additionalProperties: true};

/** How many items a list has where the schema sets no limit: so small a model would add items until it is cut off. */
const ITEMS_MAX = 2;

/** What the client did wrong, as opposed to what goes wrong here. */
class BadRequest extends Error {
    constructor(message, param) {
        super(message);
        this.param = param;
    }
}

const llama = await getLlama({gpu: false, build: "never", maxThreads: 1});
const model = await llama.loadModel({modelPath: fileURLToPath(new URL("model.gguf", import.meta.url))});
const context = await model.createContext({contextSize: 4096, threads: 1});
const chat = new JinjaTemplateChatWrapper({
    template: model.fileInfo.metadata.tokenizer.chat_template,
    tokenizer: model.tokenizer
});

/** Settles when the last of the answers that were asked for is given: the model gives one at a time. */
let last = Promise.resolve();

async function complete(request, signal) {
    if (request.stream)
        throw new BadRequest("answers are not streamed", "stream");
    const prompt = promptOf(request.messages);
    // A longer answer would push the start of the prompt out of the context.
    const room = context.contextSize - prompt.length;
    if (room < 1)
        throw new BadRequest(`the prompt has ${prompt.length} tokens, the context ${context.contextSize}`, "messages");
    const asked = numberIn(request, "max_completion_tokens") ?? numberIn(request, "max_tokens") ?? room;
    const tokensMax = Math.max(1, Math.min(asked, room));
    const grammar = await grammarOf(request.response_format);
    const sampling = {
        temperature: numberIn(request, "temperature") ?? 1,
        topP: numberIn(request, "top_p"),
        seed: numberIn(request, "seed")
    };
    const answer = last.then(() => generate(prompt, tokensMax, sampling, grammar, signal));
    last = answer.catch(() => {});
    return answer;
}

/** A number of the request, if it has it. Anything else would end the process where the model is told of it. */
function numberIn(request, name) {
    const value = request[name] ?? undefined;
    if (value !== undefined && !(typeof value === "number" && value >= 0 && value < 2 ** 32))
        throw new BadRequest(`${name} is no number that is known`, name);
    return value;
}

/** The messages as tokens, the way that the model was taught to read them. */
function promptOf(messages) {
    if (!Array.isArray(messages) || messages.length === 0)
        throw new BadRequest("messages are missing", "messages");
    const chatHistory = messages.map(({role, content}) => {
        const text = Array.isArray(content) ? content.map((part) => part.text).join("") : content;
        if (typeof text !== "string")
            throw new BadRequest("a message has no text", "messages");
        switch (role) {
            case "system":
            case "developer":
                return {type: "system", text};
            case "user":
                return {type: "user", text};
            case "assistant":
                return {type: "model", response: [text]};
            default:
                throw new BadRequest(`there is no role ${JSON.stringify(role)}`, "messages");
        }
    });
    chatHistory.push({type: "model", response: []});
    return chat.generateContextState({chatHistory}).contextText.tokenize(model.tokenizer);
}

/** Answers from a fresh sequence, so that no answer depends on an earlier one. */
async function generate(prompt, tokensMax, sampling, grammar, signal) {
    signal.throwIfAborted();
    const sequence = context.getSequence();
    try {
        let read = 0;
        for (; read + PIECE < prompt.length; read += PIECE) {
            await sequence.evaluateWithoutGeneratingNewTokens(prompt.slice(read, read + PIECE));
            signal.throwIfAborted();
        }
        const tokens = [];
        let finishReason = "stop";
        for await (const token of sequence.evaluate(prompt.slice(read), {
            ...sampling,
            grammarEvaluationState: grammar && new LlamaGrammarEvaluationState({model, grammar})
        })) {
            signal.throwIfAborted();
            tokens.push(token);
            if (tokens.length >= tokensMax) {
                finishReason = "length";
                break;
            }
        }
        return {
            id: `chatcmpl-${randomUUID()}`,
            object: "chat.completion",
            created: Math.floor(Date.now() / 1000),
            model: MODEL,
            choices: [{
                index: 0,
                message: {role: "assistant", content: model.detokenize(tokens)},
                finish_reason: finishReason
            }],
            usage: {
                prompt_tokens: prompt.length,
                completion_tokens: tokens.length,
                total_tokens: prompt.length + tokens.length
            }
        };
    } finally {
        await sequence.dispose();
    }
}

async function grammarOf(format) {
    if (format == null || format.type === "text")
        return undefined;
    const schema = {json_object: format.schema ?? ANY_OBJECT, json_schema: format.json_schema?.schema}[format.type];
    if (schema === undefined)
        throw new BadRequest("this response_format is not known, or has no schema", "response_format");
    try {
        const known = schema === ANY_OBJECT ? schema : simplified(schema);
        const {grammar} = await llama.createGrammarForJsonSchema(known);
        // An answer ends where its JSON does, without empty lines; and 2e-1 is no integer.
        const strict = grammar
            .replace(' "\\n\\n\\n\\n" [\\n]*', "")
            .replace(/^(integer-number-rule .*) \(\[eE\].*$/m, "$1");
        return await llama.createGrammar({grammar: strict});
    } catch (error) {
        throw new BadRequest(`no grammar can be made of the schema: ${error.message}`, "response_format");
    }
}

/**
 * Says a JSON schema in the words that node-llama-cpp makes a grammar of. Every property becomes required and no other
 * is allowed; `pattern`, `minimum`, `format` and the like are left out, as are descriptions.
 */
function simplified(root) {
    const definitions = root.$defs ?? {};
    const simplify = (schema) => {
        if (schema.$ref !== undefined) {
            const name = String(schema.$ref).replace(/^#\/\$defs\//, "");
            if (!Object.hasOwn(definitions, name))
                throw new Error(`${schema.$ref} refers to nothing in $defs`);
            return {$ref: `#/$defs/${name}`};
        }
        const alternatives = schema.anyOf ?? schema.oneOf;
        if (alternatives !== undefined)
            return {oneOf: nonEmpty(alternatives).map(simplify)};
        if (schema.const !== undefined)
            return {const: schema.const};
        if (schema.enum !== undefined)
            return {enum: nonEmpty(schema.enum)};
        if (Array.isArray(schema.type))
            return {oneOf: nonEmpty(schema.type).map((type) => simplify({...schema, type}))};
        const {type, items, minItems, maxItems = ITEMS_MAX, minLength, maxLength} = schema;
        switch (type) {
            case "object":
                return {type, properties: simplifyEach(schema.properties ?? {})};
            case "array":
                return {type, items: items && simplify(items), minItems, maxItems};
            case "string":
                return {type, minLength, maxLength};
            case "integer":
            case "number":
            case "boolean":
            case "null":
                return {type};
            default:
                throw new Error(`${JSON.stringify(schema)} has no type that is known`);
        }
    };
    const simplifyEach = (schemas) =>
        Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, simplify(schema)]));
    return {...simplify(root), $defs: simplifyEach(definitions)};
}

function nonEmpty(list) {
    if (!Array.isArray(list) || list.length === 0)
        throw new Error("a list of alternatives is empty");
    return list;
}

async function bodyOf(request) {
    const chunks = await request.toArray();
    let body = null;
    try {
        body = JSON.parse(Buffer.concat(chunks).toString());
    } catch {}
    if (body === null || typeof body !== "object")
        throw new BadRequest("the body is no JSON object", null);
    return body;
}

async function answer(request, signal) {
    switch (`${request.method} ${request.url}`) {
        case "GET /health":
            return {status: "ok"};
        case "GET /v1/models":
            return {object: "list", data: [{id: MODEL, object: "model", created: 0, owned_by: "local"}]};
        case "POST /v1/chat/completions":
            return await complete(await bodyOf(request), signal);
        default:
            return undefined;
    }
}

const errorBody = (message, type, param = null) => ({error: {message, type, param, code: null}});

const server = createServer(async (request, response) => {
    // A client that hangs up wants no answer, and the next should not wait for it.
    const hangUp = new AbortController();
    response.on("close", () => hangUp.abort());
    const send = (status, body) => {
        response.writeHead(status, {"content-type": "application/json"});
        response.end(JSON.stringify(body));
    };
    try {
        const body = await answer(request, hangUp.signal);
        if (body === undefined)
            send(404, errorBody(`there is no ${request.method} ${request.url}`, "invalid_request_error"));
        else
            send(200, body);
    } catch (error) {
        if (error instanceof BadRequest) {
            send(400, errorBody(error.message, "invalid_request_error", error.param));
        } else if (!hangUp.signal.aborted) {
            console.error(error);
            send(500, errorBody(error.message, "server_error"));
        }
    }
});

// Whoever started the server holds its standard input open: without them it ends.
process.stdin.on("close", () => process.exit()).resume();

server.listen(Number(process.argv[2]), "127.0.0.1", () => {
    console.log(`listening on http://127.0.0.1:${server.address().port}/v1`);
});
