// A lane's frontend to start from, as docs/integrating.md asks for one, with the browser's recognition and voice. It imports nothing: put
// your own in their places, your detector of cars, and a microphone that cancels echoes, since what it hears interrupts the voice.

/** The lane that the page's address names: /lane/DRIVE_THRU/LANE. */
const LANE = location.pathname.replace(/^\/lane\/([^/]+)/, "/v1/drive-thrus/$1/lanes");
/** How long nobody says anything until that is a silence. */
const SILENCE_MS = 1000 * (Number(new URLSearchParams(location.search).get("silence_seconds")) || 6);
/** How long a call may take until it is made again, and how long nothing may come of a lane that is followed. */
const [ANSWER_MS_MAX, QUIET_MS_MAX] = [10_000, 30_000];
let [sent, unanswered, last, isOn, listens, speaking, quietSince] = [Promise.resolve(), 0, null, false, false, null, 0];
const $ = (id) => document.getElementById(id);
const show = (id, text) => ([$(id).textContent, $(id).hidden] = [text, !text]);

/** Sends an event after those before it, under the one id that it has until it is answered, so that it is taken once. */
function send(event) {
  unanswered += 1;
  sent = sent.then(() => deliver({ id: crypto.randomUUID(), ...event })).finally(() => (unanswered -= 1));
}

async function deliver(event) {
  const call = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(event) };
  for (let tries = 0; ; tries += 1) {
    const answer = await ask(`${LANE}/events`, call);
    if (answer?.ok) return;
    const problem = await answer?.json().catch(() => null);
    if (!answer || [429, 502, 503, 504].includes(answer.status)) {
      await pause(tries, answer?.headers.get("retry-after"));
    } else if (problem?.type.endsWith(":lane-idle") && event.type === "utterance") {
      // Whoever speaks is there, though no detector has seen the car. The words were not taken, and keep their id.
      await deliver({ id: crypto.randomUUID(), type: "car_detected" });
    } else {
      return show("trouble", `The crew has to see to this car: ${problem?.detail ?? answer.status}`);
    }
  }
}

async function ask(path, call) {
  const answer = await fetch(path, { ...call, signal: AbortSignal.timeout(ANSWER_MS_MAX) }).catch(() => null);
  if (answer?.status === 401) location.assign(`/sign-in?${new URLSearchParams({ to: location.pathname })}`);
  return answer;
}

/** The longer, the more was tried. Lanes that failed together do not come back together. */
function pause(tries, seconds) {
  const ms = Math.min(250 * 2 ** tries, 4_000) * (0.5 + Math.random() / 2);
  return new Promise((go) => setTimeout(go, Math.max(ms, 1000 * seconds || 0)));
}

/** Takes every turn of the lane once and in order, whoever caused it. What happened while the line was cut comes first. */
async function follow() {
  for (let tries = 0; ; await pause(tries)) {
    const answer = await ask(LANE, { cache: "no-store" });
    const now = answer?.ok && (await answer.json().catch(() => null));
    const turn = now && at(now);
    // What was said before this page was there is not said once more, and an idle lane has nothing left to say.
    if (now && !(last && turn)) last = turn;
    if (now) await untilItIsCut();
    tries = now ? 0 : tries + 1;
  }
}

/** Follows the lane after the last turn. */
async function untilItIsCut() {
  const after = new URLSearchParams(last ? { session_id: last.session_id, turn: last.turn } : { turn: 0 });
  const socket = new WebSocket(`${location.origin.replace("http", "ws")}${LANE}/ws?${after}`);
  let heardAt = Date.now();
  const ping = () => (Date.now() - heardAt > QUIET_MS_MAX ? socket.close() : socket.readyState && socket.send('{"type":"ping"}'));
  const timer = setInterval(ping, QUIET_MS_MAX / 3);
  socket.onopen = ping;
  socket.onmessage = ({ data }) => {
    heardAt = Date.now();
    show("line", "Live");
    const message = JSON.parse(data);
    if (message.cancel_tts) beQuiet();
    if (message.turn) last = at(message);
    // A turn has something to say, and so has the service while one is late.
    if (message.say) say(message.say.text);
    if (message.type !== "resync") return;
    // Turns are left out: it goes on from where the lane is now.
    last = null;
    socket.close();
  };
  await new Promise((end) => (socket.onclose = end));
  clearInterval(timer);
  // As long as nobody can answer, a silence is not the customer's.
  listens = false;
  show("line", "Reconnecting");
}

/** Where the lane is. Gives its turn; none of a lane that was idle before. */
function at(now) {
  [listens, quietSince] = [now.state !== "idle" && !now.handoff, Date.now()];
  show("state", now.handoff ? "The crew has the lane" : now.state);
  show("trouble", "");
  return now.turn ? now : null;
}

/** Speaks after what is being said. A browser may forget words that nothing holds on to. */
function say(text) {
  speaking = Object.assign(new SpeechSynthesisUtterance(text), { lang: document.documentElement.lang });
  speaking.onend = speaking.onerror = ({ target }) => target === speaking && beQuiet();
  speechSynthesis.speak(speaking);
  show("said", text);
}

function beQuiet() {
  [speaking, quietSince] = [null, Date.now()];
  speechSynthesis.cancel();
}

/** Hears the customer, also while the voice speaks. A browser stops listening now and then, and is told to go on. */
function listen() {
  const Recognition = globalThis.SpeechRecognition ?? globalThis.webkitSpeechRecognition;
  if (!Recognition) return show("trouble", "This browser has no speech recognition.");
  const ear = new Recognition();
  Object.assign(ear, { lang: document.documentElement.lang, continuous: true, interimResults: true, maxAlternatives: 3 });
  let barge_in = false;
  ear.onresult = ({ results, resultIndex }) => {
    // Nobody is talked over, whatever comes of the words.
    barge_in ||= speaking !== null;
    beQuiet();
    for (const result of Array.from(results).slice(resultIndex)) {
      show("heard", result[0].transcript);
      if (!result.isFinal) continue;
      const guesses = Array.from(result, (guess) => ({ text: guess.transcript.trim(), confidence: guess.confidence || undefined }));
      const [words, ...alternatives] = guesses.filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
      if (words) send({ type: "utterance", ...words, barge_in, alternatives });
      barge_in = false;
    }
  };
  ear.onerror = ({ error }) => {
    $("start").disabled = isOn = ["no-speech", "aborted", "network"].includes(error);
    if (!isOn) show("trouble", `The microphone cannot be used: ${error}`);
  };
  ear.onend = () => isOn && pause(0).then(() => ear.start());
  ear.start();
  $("start").disabled = isOn = true;
}

setInterval(() => {
  const quietMs = Date.now() - quietSince;
  if (!isOn || !listens || speaking || unanswered || quietMs < SILENCE_MS) return;
  quietSince += quietMs;
  send({ type: "silence", seconds: Math.round(quietMs / 1000) });
}, 200);
$("start").onclick = listen;
for (const type of ["car_detected", "car_left"]) $(type).onclick = () => send({ type });
follow();
