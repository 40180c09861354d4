// Made by `cargo xtask clients` from the document of the service.

export interface paths {
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Alive. */
        get: operations["healthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Prometheus text. */
        get: operations["metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Able to commit a turn: it makes a commit to show it. */
        get: operations["readyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer a question without a lane, and store nothing. */
        post: operations["ask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who put the menu, the house and the rules of a drive-thru, and took what off the menu or put it back on, and when. */
        get: operations["changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Follow a drive-thru. */
        get: operations["events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/house": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the house of a drive-thru says of itself. */
        get: operations["get_house"];
        /** Put a house in use. */
        put: operations["put_house"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/items/{item}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Take an item off or put it back on. */
        put: operations["put_availability"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/items/{item}/sizes/{size}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Take a size of an item off or put it back on. What was ordered in it stays. */
        put: operations["put_size_availability"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/lanes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every lane of a drive-thru that was ever used, a line each. */
        get: operations["lanes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/lanes/{lane}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The lane now: its last turn, or `{"state":"idle"}`; with `holding`, what to say meanwhile, once, while the reply to an
         *     event is late.
         */
        get: operations["lane"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/lanes/{lane}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take an event on a lane. */
        post: operations["take_event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/lanes/{lane}/ws": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Open the socket of a lane. */
        get: operations["socket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/menu": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The menu of a drive-thru, with what is off now. */
        get: operations["get_menu"];
        /** Put a menu in use. */
        put: operations["put_menu"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/modifiers/{group}/{modifier}/availability": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Take a modifier off or put it back on, wherever it is had. What was ordered with it stays. */
        put: operations["put_modifier_availability"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/parse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Understand a text, and change nothing. */
        post: operations["parse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The rules of a house. */
        get: operations["get_rules"];
        /** Put rules in use. */
        put: operations["put_rules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/rules/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put a version of the rules in use, now or at a later time. What was planned for that very time is replaced. */
        post: operations["activate_rules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/rules/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Whether rules could be put in use as they are, and everything that is wrong with them. Nothing is stored. */
        post: operations["check_rules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/rules/dry-runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replay recorded sessions under another version of the rules, and tell what would have been otherwise. Nothing is changed. */
        post: operations["dry_run_rules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/rules/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The versions of the rules that are kept: which is in use, which are planned, and who decided that. */
        get: operations["rules_versions"];
        put?: never;
        /** Keep a version of the rules, which is not in use before it is activated. */
        post: operations["keep_rules_version"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/rules/versions/{version}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A version of the rules. */
        get: operations["rules_version"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sessions of a drive-thru, the newest first. */
        get: operations["sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/speech-hints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The menu's words for a speech recognizer, also of what is off. */
        get: operations["speech_hints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The newest tickets of a drive-thru. */
        get: operations["tickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/drive-thrus/{drive_thru}/webhook/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends an event about no ticket to the webhook, signed as messages are. Its `type` is `webhook.test`, which no POS may make an order of. */
        post: operations["test_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/machine": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The state machine: its states, and its table row by row. */
        get: operations["machine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/rules/vocabulary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What rules can be made of: points with their outcomes, and the facts that conditions can ask. */
        get: operations["rules_vocabulary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/schemas/menu": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The JSON Schema of menus. */
        get: operations["menu_schema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Forget a session that is over: its audit log, its events, and its tickets that the POS is done with. */
        delete: operations["forget_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{session_id}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A session's audit log, also after it ended. Of a long one as many turns as fit into 4 MiB, and `next` to go on `after`; with
         *     documents all of it, however long, in chunks of at most a document or 4 MiB.
         */
        get: operations["audit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{session_id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A session as a transcript that `carhop replay` holds it to. */
        get: operations["transcript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{session_id}/turns/{turn}/rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Why the rules of the house decided as they did in a turn.
         * @description The session is replayed up to its end with what was recorded, under the rules of then. Of whether items can be had, it
         *     tells those for which a rule holds.
         */
        get: operations["explain_turn"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign a browser in: it is given a cookie, which comes with its calls from then on. */
        post: operations["sign_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-in-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a code: one browser signs in with it, within five minutes, and may do what it is for. What is done there comes with the
         *     key that the code was made with, and ends with it.
         */
        post: operations["make_sign_in_code"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign a browser out. */
        post: operations["sign_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/socket-tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a ticket: it opens one socket of a lane, or one stream of a drive-thru, for the key that it was made with. A
         *     browser can send no header with these, and a key stands in no URL.
         */
        post: operations["socket_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A ticket with its delivery history. */
        get: operations["ticket"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}/ack": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The POS took the ticket. */
        post: operations["ack_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}/message": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The message of a ticket, as it is sent with each attempt. */
        get: operations["ticket_message"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}/payment-problem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The POS could not take the money. */
        post: operations["payment_problem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The POS refused the ticket. */
        post: operations["reject_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a ticket to the POS again: a dead one, or one that the POS said nothing of. */
        post: operations["resend_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tickets/{ticket_id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Voids a ticket that no lane waits for, and tells the POS so. */
        post: operations["void_ticket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description Where an answer is found.
         * @enum {string}
         */
        About: "items" | "modifiers" | "combos" | "categories" | "order" | "house";
        /** @description What the POS calls a ticket. */
        Ack: {
            pos_reference?: components["schemas"]["Words"] | null;
        };
        /** @description One thing that an utterance does. */
        Act: {
            /** @description In the order in which they were said. */
            ops?: components["schemas"]["Op"][];
            /** @description Parts of the order that could not be settled. */
            unresolved?: components["schemas"]["Unresolved"][];
            /** @enum {string} */
            act: "order";
        } | {
            /** @enum {string} */
            act: "done";
        } | {
            /** @enum {string} */
            act: "needs_time";
        } | (components["schemas"]["Asking"] & {
            /** @enum {string} */
            act: "menu_question";
        }) | {
            /** @description Its id. */
            answer: string;
            /** @enum {string} */
            act: "answer";
        } | {
            /** @enum {string} */
            act: "yes";
        } | {
            /** @enum {string} */
            act: "no";
        } | {
            /** @enum {string} */
            act: "never_mind";
        } | {
            /** @enum {string} */
            act: "not_right";
        } | {
            /** @enum {string} */
            act: "repeat";
        } | {
            /** @enum {string} */
            act: "human";
        } | {
            /** @enum {string} */
            act: "has_code";
        } | {
            /** @description To what, if it was said: "nuts" are peanuts and tree nuts. */
            allergens?: components["schemas"]["Allergen"][];
            /** @enum {string} */
            act: "has_allergy";
        } | {
            /** @enum {string} */
            act: "upset";
        } | {
            /** @enum {string} */
            act: "small_talk";
        } | {
            /** @description Whether it means yes to a question that was asked to its end: "mm-hm", never "hmm". */
            assents?: boolean;
            /** @enum {string} */
            act: "back_channel";
        } | {
            /** @enum {string} */
            act: "unclear";
        };
        /** @description Which version is put in use. */
        Activate: {
            /**
             * Format: uuid
             * @description The version, as `GET .../rules/versions` names it.
             */
            version: string;
            /**
             * Format: date-time
             * @description From when on, within a year; from now on where it is left out.
             */
            at?: string | null;
            /** @description Also where the rules would hand more than a fifth of the recorded sessions to the crew. */
            even_if?: boolean;
        };
        /** @description Whose key an act came with. It is kept beside what was done, and decides nothing. */
        Actor: {
            /** @description The key's id. */
            key: string;
            /** @description What people call it. */
            name: string;
            /** @description Whether it came from a browser that was signed in with a code of the key, and not with the key. */
            by_code?: boolean;
        };
        /** @description Everything that was heard in one utterance. */
        Acts: {
            /** @description In the order in which they were said. */
            acts: components["schemas"]["Act"][];
            /**
             * Format: double
             * @description How sure the agent is of the acts given, 0 to 1.
             */
            confidence: number;
            /** @description Who heard it, such as `grammar`. */
            agent: string;
            choice?: components["schemas"]["Choice"] | null;
            /**
             * Format: int32
             * @description Which guess of the recognizer was taken: 0 is the event's `text`, 1 the first of its `alternatives`. None where
             *     there was one guess only.
             */
            heard?: number | null;
        };
        /** @description The fields of a tap that adds a combo. */
        AddCombo: {
            /**
             * @description The combo's id.
             * @example cheeseburger_combo
             */
            combo: string;
            /**
             * @description The id of the size of the whole.
             * @example large
             */
            size?: string | null;
            /** @description How many; 1 without it. */
            quantity?: components["schemas"]["Quantity"];
            /** @description What is different from how the combo's main comes. */
            modifiers?: components["schemas"]["ModifierPick"][];
            /** @description What fills the slots; what is left out is filled as usual or asked for. */
            components?: components["schemas"]["ComponentPick"][];
        };
        /** @description The fields of a tap that adds an item. */
        AddItem: {
            /**
             * @description The item's id.
             * @example coke
             */
            item: string;
            /**
             * @description The size's id.
             * @example large
             */
            size?: string | null;
            /** @description How many; 1 without it. */
            quantity?: components["schemas"]["Quantity"];
            /** @description What is different from how the item comes. */
            modifiers?: components["schemas"]["ModifierPick"][];
        };
        Allergen: string;
        /** @description What something contains that some must avoid. */
        Allergens: {
            /** @description Of what. */
            of: components["schemas"]["Subject"];
            /** @description What was asked for; empty for all. */
            asked: components["schemas"]["Allergen"][];
            /** @description What it contains, all of it. */
            contains: components["schemas"]["Allergen"][];
            /** @description What may have got into it. */
            may_contain: components["schemas"]["Allergen"][];
            /** @description The parts of which the menu does not say. */
            unknown: components["schemas"]["Subject"][];
            /** @description What is still to be chosen: the rest depends on it. */
            open: components["schemas"]["Subject"][];
            /** @description The open choices that contain, or may contain, what was asked for. */
            depends: components["schemas"]["Subject"][];
            /** @description The open choices of which the menu does not say. */
            unsure_choices: components["schemas"]["Subject"][];
        };
        /** @description Another guess of the recognizer. */
        Alternative: {
            /** @description What was said, perhaps. */
            text: components["schemas"]["SpokenText"];
            confidence?: components["schemas"]["Confidence"] | null;
        };
        /**
         * @description How much of a modifier.
         * @enum {string}
         */
        Amount: "regular" | "no" | "extra" | "light" | "side";
        /** @description The answer to a question. */
        AskAnswer: {
            /** @description In words. */
            answer: string;
            /** @description What it says, as ids and values. */
            facts: components["schemas"]["Fact"][];
            /** @description What it was about, for the next question. */
            refs: components["schemas"]["Subject"][];
            /** @description Who answered. */
            agent: components["schemas"]["Specialist"];
            /** @description Whether a person must answer. */
            handoff: boolean;
        };
        /** @description A question, with what was said before. */
        AskBody: {
            /** @description What is asked. */
            input: components["schemas"]["SpokenText"];
            /** @description What was said before, oldest first. The client keeps it. */
            history?: components["schemas"]["Message"][];
            /**
             * Format: date-time
             * @description When it is asked, for what is open or served then; now without it.
             */
            at?: string | null;
            locale?: components["schemas"]["LocaleTag"] | null;
        };
        /** @description A change of a line that was asked for and never confirmed. */
        AskedFor: {
            /** @description What was to happen to the line. */
            op: components["schemas"]["DiffOp"];
            /** @description The line as it was asked for; one that was to go, as it was confirmed. */
            line: components["schemas"]["LineView"];
        };
        /** @description A question as it is heard: by its topic and what it names, and as a [`Query`] where the parser makes one. */
        Asking: {
            /** @description What is asked about. */
            topic: components["schemas"]["Topic"];
            /** @description Which items are asked about; empty for the menu as a whole. */
            items?: components["schemas"]["ItemId"][];
            /** @description The combos among them: then `items` has what each is based on. */
            combos?: components["schemas"]["ComboId"][];
            /** @description Which groups of choices are asked about: "what sauces do you have". */
            groups?: components["schemas"]["GroupId"][];
            query?: components["schemas"]["Query"] | null;
        };
        /** @description A session's audit log. */
        Audit: {
            /**
             * Format: uuid
             * @description The session.
             */
            session_id: string;
            /** @description Its drive-thru. */
            drive_thru: string;
            /** @description Its lane. */
            lane: string;
            end?: components["schemas"]["End"] | null;
            /** @description A turn each, from 1. */
            entries: components["schemas"]["AuditEntry"][];
            /**
             * Format: int32
             * @description The last turn here, if there are more: ask for those after it.
             */
            next?: number;
            /**
             * @description With `with=documents`: the menus, the lists of what was off, the houses and their rules that the turns name, each by its hash. Those of an
             *     earlier version's turns are not known.
             */
            documents?: {
                [key: string]: unknown;
            };
        };
        /** @description A turn with the event that it answers. The JSON of the two is that of the store, byte for byte: a replay compares it. */
        AuditEntry: {
            /**
             * Format: int32
             * @description The turn's number.
             */
            seq: number;
            /**
             * Format: date-time
             * @description When it was taken, UTC.
             */
            at: string;
            /** @description The menu's own version. */
            menu_version: unknown;
            /** @description The event as it came. */
            event: {
                [key: string]: unknown;
            };
            /** @description The turn as it was answered. */
            turn: components["schemas"]["Turn"];
            /** @description Whose key the event came with; not there where it is asked for none. */
            actor?: components["schemas"]["Actor"];
        };
        /** @description Whether something can be had. */
        Availability: {
            /** @description `false` takes it off in the whole drive-thru. */
            available: boolean;
            /**
             * Format: date-time
             * @description When what is taken off can be had again by itself.
             */
            until?: string | null;
        };
        /**
         * @description Who spoke or touched.
         * @enum {string}
         */
        By: "customer" | "crew";
        /** @description Whether something has caffeine. */
        Caffeine: boolean | number;
        /** @description The fields of `car_detected`. */
        CarDetected: {
            /** @description The detector's name for the car. */
            vehicle_id?: string | null;
        };
        /**
         * @description A category of items, such as `drinks`.
         * @example drinks
         */
        CategoryId: string;
        /** @description Who changed what of a drive-thru. */
        ChangeList: {
            /** @description The newest first. */
            changes: components["schemas"]["DocumentChange"][];
        };
        /** @description What of a drive-thru is changed. */
        ChangedDocument: {
            /**
             * Format: uuid
             * @description The hash of its content, by which turns name it.
             */
            hash: string;
            /** @enum {string} */
            document: "menu";
        } | {
            /**
             * Format: uuid
             * @description The hash of its content, by which turns name it.
             */
            hash: string;
            /** @enum {string} */
            document: "house";
        } | {
            /**
             * Format: uuid
             * @description The hash of their content, by which turns name them.
             */
            hash: string;
            /** @enum {string} */
            document: "rules";
        } | {
            /** @description The item, the modifier or the size. */
            part: components["schemas"]["MenuPart"];
            /** @description Whether it was put back on. */
            available: boolean;
            /**
             * Format: date-time
             * @description When what is off can be had again by itself.
             */
            until?: string;
            /** @enum {string} */
            document: "availability";
        };
        /** @description Why one agent answered and not another. */
        Choice: {
            /** @description What decided it. */
            why: components["schemas"]["Why"];
            /** @description The language model that was asked; none if none was. */
            model?: string | null;
            /** @description The prompt that it was given, by its name and version. */
            prompt?: string | null;
            /** @description The profile by which a specialist asked it, by its name and version; none if it was no specialist. */
            profile?: string | null;
            /**
             * Format: int64
             * @description How many tokens that took, prompt and answer; none if no answer came.
             */
            tokens?: number | null;
        };
        /** @description The fields of a tap that answers the open question. */
        Choose: {
            /**
             * @description The id of one of the question's candidates.
             * @example coke
             */
            candidate: string;
        };
        /**
         * @description A combo, such as `cheeseburger_combo`.
         * @example cheeseburger_combo
         */
        ComboId: string;
        /**
         * @description Whether a modifier is on something.
         * @enum {string}
         */
        Comes: "yes" | "on_request" | "never";
        /** @description What fills a slot of a combo. */
        ComponentPick: {
            /** @description The slot. */
            slot: components["schemas"]["SlotId"];
            /** @description The item in it. */
            item: components["schemas"]["ItemId"];
            size?: components["schemas"]["SizeId"] | null;
            /** @description What is different from how the item comes. */
            modifiers?: components["schemas"]["ModifierPick"][];
        };
        /** @description What fills a slot, as it is shown. */
        ComponentView: {
            /** @description The slot. */
            slot: components["schemas"]["SlotId"];
            /** @description The item in it. */
            item: components["schemas"]["ItemId"];
            /** @description Its name. */
            name: string;
            size?: components["schemas"]["SizeId"] | null;
            /** @description Differences from how the item comes. */
            modifiers: components["schemas"]["ModifierPick"][];
        };
        /**
         * Format: double
         * @description How sure the recognizer was, 0 to 1.
         */
        Confidence: number;
        /** @description What the words say about a change of something that was ordered. */
        Correction: {
            /** @description The words. */
            text: string;
            /** @description What is corrected, where it is named apart from what should be: "the latte: oat, not almond". */
            target?: components["schemas"]["Description"];
            /** @description What should be. */
            wanted?: components["schemas"]["Description"];
            /** @description What should not be. */
            unwanted?: components["schemas"]["Description"];
            /**
             * Format: int32
             * @description How many of the line are meant: "one of them"; all if absent.
             */
            split?: number | null;
            person?: components["schemas"]["Person"] | null;
            /** @description Whether the last change was meant of the target, not of the line that it was made on: "I meant off the other". */
            moves?: boolean;
        };
        /** @description The fields of `crew`. */
        Crew: {
            /** @description What the crew does. */
            act: components["schemas"]["CrewAct"];
        };
        /**
         * @description What the crew does with a lane.
         * @enum {string}
         */
        CrewAct: "take_over" | "give_back";
        /** @description Something that the crew is told. */
        CrewAlert: {
            /** @enum {string} */
            kind: "has_code";
        } | {
            /** @description All that was said so far. */
            allergens: components["schemas"]["Allergen"][];
            /** @enum {string} */
            kind: "has_allergy";
        } | {
            /** @description What was asked about, by name. */
            items: string[];
            /** @enum {string} */
            kind: "allergens_unknown";
        } | {
            /** @description All that is not on the ticket, as the house calls it. */
            names: string[];
            /** @enum {string} */
            kind: "wants_extras";
        } | {
            /**
             * Format: uuid
             * @description The ticket that stands.
             */
            ticket_id: string;
            /** @description What was asked for, by line. */
            changes: components["schemas"]["AskedFor"][];
            /** @enum {string} */
            kind: "unconfirmed";
        } | {
            /** @description The rule. */
            rule: components["schemas"]["RuleId"];
            /** @description Why, as the rule says it. */
            reason: string;
            /** @enum {string} */
            kind: "house_rule";
        } | {
            /**
             * Format: uuid
             * @description The ticket.
             */
            ticket_id: string;
            /** @enum {string} */
            kind: "ticket_refused";
        } | {
            /** @description Why they were called. */
            reason: components["schemas"]["Handoff"];
            /** @enum {string} */
            kind: "handoff_unanswered";
        } | {
            /**
             * Format: uuid
             * @description The ticket.
             */
            ticket_id: string;
            /** @enum {string} */
            kind: "ticket_unanswered";
        };
        /** @description How far a lane has come, so that a frontend can catch up without another call. */
        Cursor: {
            /**
             * Format: uuid
             * @description The session that is on.
             */
            session_id?: string | null;
            /**
             * Format: int32
             * @description Its last turn; 0 on an idle lane.
             */
            turn: number;
        };
        /** @description A day that somebody names. */
        Day: "now" | "today" | "tomorrow" | {
            /** @description The next day of that name: `monday`. */
            weekday: string;
        } | {
            /** @description A date. */
            date: string;
        } | {
            /** @description A holiday, by its name in the house's document. */
            holiday: string;
        };
        /**
         * @description A part of the day, such as `breakfast`.
         * @example breakfast
         */
        DayPartId: string;
        /** @description What words say of something: each part narrows what is meant, and an empty part says nothing. */
        Description: {
            line_id?: components["schemas"]["LineId"] | null;
            /** @description The items that the name can mean. */
            items?: components["schemas"]["ItemId"][];
            category?: components["schemas"]["CategoryId"] | null;
            /** @description The sizes that the word can mean. */
            sizes?: components["schemas"]["SizeId"][];
            /**
             * Format: int32
             * @description How many.
             */
            quantity?: number | null;
            /** @description The modifiers, each with all that its word can mean. */
            modifiers?: components["schemas"]["ModifierPick"][][];
            which?: components["schemas"]["Which"] | null;
        };
        /**
         * @description A way to eat that something fits.
         * @enum {string}
         */
        Diet: "vegetarian" | "vegan" | "halal" | "kosher" | "gluten_free";
        /** @description One difference between an order before and after a turn. */
        Diff: {
            /** @description What happened to the line. */
            op: components["schemas"]["DiffOp"];
            /** @description The line. */
            line_id: components["schemas"]["LineId"];
            /**
             * Format: int32
             * @description The quantity now; for a removed line, the quantity before.
             */
            quantity: number;
        };
        /**
         * @description What happened to a line.
         * @enum {string}
         */
        DiffOp: "add" | "change" | "remove";
        /** @description An amount that is taken off, by a rule of the house. */
        Discount: {
            /** @description The rule. */
            rule: components["schemas"]["RuleId"];
            /** @description What it is called. */
            name: string;
            /** @description How much. */
            amount: components["schemas"]["Money"];
            /** @description The lines that it is for; absent if it is for the whole order. */
            lines?: components["schemas"]["LineId"][];
        };
        /** @description A document that was put in use, or what of a menu can be had from then on. */
        DocumentChange: components["schemas"]["ChangedDocument"] & {
            /**
             * Format: date-time
             * @description When.
             */
            at: string;
            /** @description Whose key it came with; absent where no key was asked for. */
            actor?: components["schemas"]["Actor"];
        };
        /** @description What a turn was decided with, each by the hash of its content, so that a session can be replayed later. */
        Documents: {
            /**
             * Format: uuid
             * @description The menu, as it was put in use.
             */
            menu: string;
            /**
             * Format: uuid
             * @description What of it was off.
             */
            off: string;
            /**
             * Format: uuid
             * @description The language packs.
             */
            languages: string;
            /**
             * Format: uuid
             * @description What the house says of itself, if it says anything.
             */
            house?: string | null;
            /**
             * Format: uuid
             * @description The rules of the house with which the session began, if there were any.
             */
            rules?: string | null;
            /**
             * Format: uuid
             * @description The newest rules, if those are others: by them is decided what can be had and when the crew is called.
             */
            newest_rules?: string | null;
        };
        /** @description What is tried, and on which sessions. */
        DryRun: {
            /**
             * Format: uuid
             * @description The version of the rules, as `GET .../rules/versions` names it.
             */
            version: string;
            /** @description Of how many sessions, the newest first; 50 where it is not said. 200 at most, and 10,000 where the answer is events. */
            sessions?: number | null;
            /**
             * Format: date-time
             * @description Those that began at that time or later.
             */
            from?: string | null;
            /**
             * Format: date-time
             * @description Those that began before that time.
             */
            to?: string | null;
        };
        /** @description What comes of all sessions together. */
        DryRunEnd: {
            /** @description All sessions together. */
            total: components["schemas"]["DryRunTotal"];
            /** @description How many sessions were left out, because the time was up. */
            left_out: number;
        };
        /** @description What would have been otherwise. */
        DryRunReport: components["schemas"]["DryRunEnd"] & {
            /** @description The sessions that would be otherwise, the newest first. */
            otherwise: components["schemas"]["SessionOtherwise"][];
        };
        /** @description All sessions, as they were and as they would be. */
        DryRunTotal: {
            /** @description How many sessions were replayed. */
            sessions: number;
            /** @description How many of them would be otherwise. */
            otherwise: number;
            /** @description How many could not be replayed. */
            not_replayed: number;
            /** @description As they were. */
            then: components["schemas"]["Sums"];
            /** @description As they would be. */
            now: components["schemas"]["Sums"];
        };
        /**
         * @description How a session ended.
         * @enum {string}
         */
        End: "completed" | "left" | "abandoned";
        /** @description When an event happened, and how far its frontend is. */
        EventHead: {
            /**
             * Format: date-time
             * @description RFC 3339, UTC, from 24 hours ago to in 2 minutes; the service's clock stands in.
             */
            at?: string;
            /**
             * Format: uuid
             * @description If it is not the lane's session, the event is refused.
             */
            session_id?: string;
            /**
             * Format: int32
             * @description The last turn seen: those after it come as `missed` with the answer to a `POST`. A socket sends them anyway.
             */
            turn?: number;
            /**
             * Format: int32
             * @description How many cars wait, for the rules of the house; as before if it is not said.
             */
            cars_waiting?: number;
        };
        /**
         * @description An event's name.
         * @enum {string}
         */
        EventKind: "CAR_DETECTED" | "UTTERANCE_OK" | "UTTERANCE_UNCLEAR" | "USER_SAYS_DONE" | "USER_NEEDS_TIME" | "OOS" | "MENU_QUESTION" | "BIG_CHANGE" | "USER_SAYS_NEVER_MIND" | "USER_SAYS_NOT_RIGHT" | "SILENCE" | "USER_STARTS_ORDER" | "USER_CLARIFIES_OK" | "STILL_UNCLEAR" | "HOUSE_ANSWERED" | "PAYMENT_RETRY" | "ORDER_COMPLETE" | "TICKET_ACKNOWLEDGED" | "TICKET_REJECTED" | "PAYMENT_PROBLEM" | "TICKET_UNANSWERED" | "HANDOFF_UNANSWERED" | "USER_CONFIRMS" | "USER_WANTS_CHANGES" | "ADD_MORE" | "BARGE_IN" | "SESSION_END" | "SMALL_TALK" | "USER_ASKS_REPEAT" | "USER_ASKS_HUMAN" | "USER_HAS_CODE" | "USER_HAS_ALLERGY";
        /** @description A lane event as a frontend sends it. Which fields it has depends on its type. */
        EventRequest: components["schemas"]["EventHead"] & components["schemas"]["LaneEvent"] & {
            /**
             * Format: uuid
             * @description Makes delivery at-least-once safe: the same id gets the same turn again.
             */
            id: string;
        };
        /**
         * @description What a lane expects to hear next; a hint for recognizers and parsers.
         * @enum {string}
         */
        Expectation: "none" | "free_form_ordering" | "menu_questions_or_wait" | "single_answer" | "yes_no_or_changes" | "closing";
        /** @description What only some problems tell. */
        Extensions: {
            /** @description The field that is faulty. */
            field?: string | null;
            /** @description Every fault of a menu, a house or rules. */
            faults?: components["schemas"]["Fault"][] | null;
            /**
             * Format: uuid
             * @description The session that the event named, where it is not the lane's.
             */
            session_id?: string | null;
            cursor?: components["schemas"]["Cursor"] | null;
            too_many_handed_over?: components["schemas"]["TooManyHandedOver"] | null;
            /**
             * Format: uuid
             * @description On a socket: the event that it is about.
             */
            event_id?: string | null;
        };
        /** @description One thing that an answer says. */
        Fact: {
            /** @description What. */
            of: components["schemas"]["Subject"];
            /** @description In the menu's currency. */
            price: components["schemas"]["Money"];
            /** @enum {string} */
            fact: "price";
        } | {
            /** @description What. */
            of: components["schemas"]["Subject"];
            /** @description The modifiers that it comes with. */
            with: components["schemas"]["MenuChoice"][];
            /** @enum {string} */
            fact: "contents";
        } | {
            /** @description What. */
            of: components["schemas"]["Subject"];
            /** @description None where there is one size only. */
            sizes: components["schemas"]["SizeId"][];
            /** @enum {string} */
            fact: "sizes";
        } | {
            of?: components["schemas"]["Subject"] | null;
            /** @description The group. */
            group: components["schemas"]["GroupId"];
            /** @description The choices that can be had now. */
            choices: components["schemas"]["ModifierId"][];
            /** @enum {string} */
            fact: "choices";
        } | {
            /** @description The combo. */
            combo: components["schemas"]["ComboId"];
            /** @description What it comes with besides its main item. */
            parts: components["schemas"]["Part"][];
            /** @description In the menu's currency. */
            price: components["schemas"]["Money"];
            /** @enum {string} */
            fact: "parts";
        } | {
            /** @description What. */
            of: components["schemas"]["Subject"];
            /**
             * Format: int32
             * @description In kilocalories; none if the menu does not say.
             */
            calories?: number | null;
            /** @enum {string} */
            fact: "calories";
        } | (components["schemas"]["Allergens"] & {
            /** @enum {string} */
            fact: "allergens";
        }) | {
            /** @description What. */
            of: components["schemas"]["Subject"];
            /** @description The diet. */
            diet: components["schemas"]["Diet"];
            /** @description None if the menu does not say. */
            fits?: boolean | null;
            /** @enum {string} */
            fact: "diet";
        } | {
            /** @description What. */
            of: components["schemas"]["Subject"];
            /** @description None if the menu does not say. */
            diets?: components["schemas"]["Diet"][] | null;
            /** @enum {string} */
            fact: "diets";
        } | {
            /** @description What. */
            of: components["schemas"]["Subject"];
            /**
             * Format: int32
             * @description 0 to 3; none if the menu does not say.
             */
            heat?: number | null;
            /** @enum {string} */
            fact: "heat";
        } | {
            /** @description What. */
            of: components["schemas"]["Subject"];
            caffeine?: components["schemas"]["Caffeine"] | null;
            /** @enum {string} */
            fact: "caffeine";
        } | {
            /** @description What. */
            of: components["schemas"]["Subject"];
            /** @description Whether it can. */
            available: boolean;
            /** @description The choices that must be made: the flavors of a shake. */
            choices: components["schemas"]["MenuChoice"][];
            /** @enum {string} */
            fact: "available";
        } | {
            /** @description What. */
            things: components["schemas"]["Subject"][];
            /** @description The parts of the day in which they are; none for always. */
            dayparts: components["schemas"]["DayPartId"][];
            /** @enum {string} */
            fact: "served";
        } | {
            /** @description What. */
            of: components["schemas"]["Subject"];
            /** @description The modifier. */
            choice: components["schemas"]["MenuChoice"];
            /** @description How. */
            comes: components["schemas"]["Comes"];
            /** @enum {string} */
            fact: "with";
        } | {
            /** @description Of what. */
            about: components["schemas"]["About"];
            /** @description All of them, those that are told first. */
            things: components["schemas"]["Subject"][];
            /**
             * Format: int32
             * @description How many of them were told before.
             */
            told: number;
            /** @description What all of them fit. */
            fits: components["schemas"]["Filter"][];
            by?: components["schemas"]["OrderBy"] | null;
            /** @description Those that may contain it, or do with some choice, where it is asked what contains something. */
            maybe: components["schemas"]["Subject"][];
            /** @description Whether there may be more: of some the menu does not say what was asked. */
            unsure: boolean;
            /** @enum {string} */
            fact: "list";
        } | {
            /** @description The items. */
            items: components["schemas"]["ItemId"][];
            /** @enum {string} */
            fact: "out_now";
        } | {
            /** @description At most two. */
            items: components["schemas"]["ItemId"][];
            /** @enum {string} */
            fact: "recommended";
        } | {
            /** @description The items that are asked about; none for all. */
            items: components["schemas"]["ItemId"][];
            /** @enum {string} */
            fact: "order";
        } | {
            /** @enum {string} */
            fact: "total";
        } | (components["schemas"]["HouseFact"] & {
            /** @enum {string} */
            fact: "house";
        }) | {
            /** @enum {string} */
            fact: "name_an_item";
        } | {
            /** @enum {string} */
            fact: "ask_the_team";
        };
        /** @description A fact that conditions can ask. */
        FactEntry: {
            /** @description Its name in conditions. */
            name: string;
            /** @description What it is compared with. */
            type: components["schemas"]["Kind"];
            /** @description What it says. */
            about: string;
            /** @description What it can be; none if there are others. */
            values?: string[] | null;
            /** @description The points at which it can be asked; none if it is all of them. */
            at?: components["schemas"]["Point"][] | null;
        };
        /** @description Something that is wrong with a document. */
        Fault: {
            /**
             * @description Where: a JSON path such as `$.items[3].price`.
             * @example $.items[3].price
             */
            path: string;
            /**
             * @description What is wrong there, for the document's author.
             * @example "-1.00" is negative
             */
            detail: string;
        };
        /** @description What must hold of an answer. */
        Filter: {
            /** @description "Nuts" are peanuts and tree nuts. */
            allergens: components["schemas"]["Allergen"][];
            /** @enum {string} */
            is: "contains";
        } | {
            /** @description "Nuts" are peanuts and tree nuts. */
            allergens: components["schemas"]["Allergen"][];
            /** @enum {string} */
            is: "free_of";
        } | {
            /** @description The diet. */
            diet: components["schemas"]["Diet"];
            /** @enum {string} */
            is: "diet";
        } | {
            at_most?: components["schemas"]["Money"] | null;
            at_least?: components["schemas"]["Money"] | null;
            /** @enum {string} */
            is: "price";
        } | {
            /**
             * Format: int32
             * @description In kilocalories.
             */
            at_most: number;
            /** @enum {string} */
            is: "calories";
        } | {
            /** @description Whether it is. */
            hot: boolean;
            /** @enum {string} */
            is: "heat";
        } | {
            /** @description Whether it has. */
            has: boolean;
            /** @enum {string} */
            is: "caffeine";
        } | {
            /** @description The category. */
            category: components["schemas"]["CategoryId"];
            /** @enum {string} */
            is: "category";
        } | {
            /** @description The kind. */
            kind: string;
            /** @enum {string} */
            is: "kind";
        } | {
            /** @description The kind. */
            kind: string;
            /** @enum {string} */
            is: "without_kind";
        } | {
            /** @description Its group. */
            group: components["schemas"]["GroupId"];
            /** @description The modifier. */
            modifier: components["schemas"]["ModifierId"];
            /** @enum {string} */
            is: "with";
        } | {
            /** @description Its group. */
            group: components["schemas"]["GroupId"];
            /** @description The modifier. */
            modifier: components["schemas"]["ModifierId"];
            /** @enum {string} */
            is: "without";
        } | {
            /** @description The size. */
            size: components["schemas"]["SizeId"];
            /** @enum {string} */
            is: "size";
        } | {
            /** @description Whether it is asked what is off. */
            now: boolean;
            /** @enum {string} */
            is: "served";
        } | {
            /** @description The day. */
            day: components["schemas"]["Day"];
            /** @enum {string} */
            is: "on";
        } | {
            /** @description As in the house's document. */
            way: string;
            /** @enum {string} */
            is: "way";
        } | {
            /** @description As in the house's document. */
            name: string;
            /** @enum {string} */
            is: "named";
        } | {
            /** @description Its id. */
            id: string;
            /** @enum {string} */
            is: "answer";
        };
        /** @description A rule that has decided something in a turn. */
        Fired: {
            /** @description Where it hangs. */
            at: components["schemas"]["Point"];
            /** @description The rule. */
            rule: components["schemas"]["RuleId"];
        };
        /** @description A session that was forgotten. */
        ForgottenSession: {
            /**
             * Format: uuid
             * @description The session.
             */
            session_id: string;
            /** @description Its tickets that stay, because the POS is not done with them. */
            tickets_kept: string[];
        };
        /**
         * @description A group of modifiers, such as `toppings`.
         * @example toppings
         */
        GroupId: string;
        /**
         * @description Why the crew is wanted.
         * @enum {string}
         */
        Handoff: "customer" | "crew" | "over_cap" | "silence" | "not_understood" | "upset" | "house_rule";
        /** @description A hand-off to the crew. */
        HandoffView: {
            /** @description Why. */
            reason: components["schemas"]["Handoff"];
        };
        /** @description How the service is. */
        Health: {
            /** @description Always `ok`; anything else is a problem. */
            status: string;
        };
        /** @description A question of the house, as it is asked. */
        HouseAsked: {
            /** @description The rule that asks it. */
            rule: components["schemas"]["RuleId"];
            /** @description The question, as it is spoken. */
            text: string;
            /** @description What can be answered, by the ids that `candidates` has. */
            answers: components["schemas"]["HouseChoice"][];
        };
        /** @description An answer that a question of the house can have. */
        HouseChoice: {
            /** @description Its id. */
            id: string;
            /** @description What it is called. */
            text: string;
        };
        /** @description One thing that a house says of itself. */
        HouseFact: {
            /** @description The day, as it was asked for. */
            day: components["schemas"]["Day"];
            /**
             * Format: date
             * @description Its date; none for a holiday that the house does not name, or that is over.
             */
            date?: string | null;
            /** @description The name of the holiday on it. */
            holiday?: string | null;
            /** @description The spans that begin on it; none if they are unknown, an empty list if it is closed. */
            spans?: components["schemas"]["Span"][] | null;
            now?: components["schemas"]["OpenNow"] | null;
            /** @enum {string} */
            about: "hours";
        } | {
            /** @description The way that was asked for. */
            way?: string | null;
            /** @description Whether it takes that; none if nothing was asked for, or the list does not say. */
            takes?: boolean | null;
            /** @description All that it takes. */
            ways: string[];
            /** @enum {string} */
            about: "payment";
        } | {
            /** @description Whether they do. */
            included: boolean;
            /** @enum {string} */
            about: "tax";
        } | {
            /** @description Who. */
            restroom: components["schemas"]["Restroom"];
            /** @enum {string} */
            about: "restroom";
        } | {
            /** @description What there is. */
            wifi: components["schemas"]["Wifi"];
            /** @enum {string} */
            about: "wifi";
        } | {
            /** @description Where. */
            parking: components["schemas"]["Parking"];
            /** @enum {string} */
            about: "parking";
        } | {
            /** @description The address. */
            address: string;
            /** @description What the house is called. */
            name?: string | null;
            /** @enum {string} */
            about: "address";
        } | {
            /** @description The number. */
            phone: string;
            /** @enum {string} */
            about: "phone";
        } | {
            /** @description Whether one can. */
            can_come_in: boolean;
            /** @enum {string} */
            about: "wheelchair";
        } | {
            /** @description Where. */
            pets: components["schemas"]["Pets"];
            /** @enum {string} */
            about: "pets";
        } | {
            /** @description All of them. */
            discounts: components["schemas"]["ToldDiscount"][];
            /** @enum {string} */
            about: "discounts";
        } | {
            /** @description The day, as it was asked for. */
            day: components["schemas"]["Day"];
            /** @description Those of that day. */
            deals: components["schemas"]["ToldDeal"][];
            /** @enum {string} */
            about: "deals";
        } | {
            /** @description As in the house's document; as it was asked for where it is not in there. */
            name: string;
            /** @description Whether it is given. */
            given: boolean;
            /** @enum {string} */
            about: "extra";
        } | {
            /** @description All of it. */
            names: string[];
            /** @enum {string} */
            about: "extras";
        } | {
            /** @description Its id. */
            id: string;
            /** @description What is said. */
            say: string;
            /** @enum {string} */
            about: "answer";
        } | {
            /** @description What is said. */
            say: string;
            /** @enum {string} */
            about: "statement";
        } | {
            /** @description What was asked. */
            select: components["schemas"]["Select"];
            /** @enum {string} */
            about: "unknown";
        };
        /** @description From when on a version is in use. */
        InUse: {
            /**
             * Format: date-time
             * @description From then on; none for what was always so.
             */
            from?: string | null;
            by?: components["schemas"]["Actor"] | null;
        };
        /**
         * @description A menu item, such as `cheeseburger`.
         * @example cheeseburger
         */
        ItemId: string;
        /** @description A menu, a house or rules, as the interface describes their bodies: JSON objects that have pages of their own. */
        JsonDocument: {
            [key: string]: unknown;
        };
        /** @description What a speech recognizer should expect to hear. */
        KeyTerms: {
            /** @description Always `keyterms`. */
            format: string;
            /** @description The menu's language, such as `en-US`. */
            locale: string;
            /** @description The most telling first, each once; 500 at most. */
            keyterms: string[];
        };
        /**
         * @description What a fact is compared with.
         * @enum {string}
         */
        Kind: "number" | "money" | "time" | "date" | "text" | "flag" | "list";
        /** @description What happened on a lane. */
        LaneEvent: (components["schemas"]["CarDetected"] & {
            /** @enum {string} */
            type: "car_detected";
        }) | (components["schemas"]["Utterance"] & {
            /** @enum {string} */
            type: "utterance";
        }) | {
            /** @enum {string} */
            type: "barge_in";
        } | (components["schemas"]["Silence"] & {
            /** @enum {string} */
            type: "silence";
        }) | (components["schemas"]["OutOfStock"] & {
            /** @enum {string} */
            type: "out_of_stock";
        }) | {
            /** @enum {string} */
            type: "car_left";
        } | (components["schemas"]["Touch"] & {
            /** @enum {string} */
            type: "tap";
        }) | (components["schemas"]["Crew"] & {
            /** @enum {string} */
            type: "crew";
        });
        /** @description A lane in one line. */
        LaneLine: {
            /** @description The lane's id. */
            lane: string;
            /** @description Its state. */
            state: components["schemas"]["StateKind"];
            /** @description What it expects to hear. */
            expectation: components["schemas"]["Expectation"];
            /**
             * Format: uuid
             * @description Its session.
             */
            session_id?: string | null;
            /**
             * Format: int32
             * @description The session's last turn.
             */
            turn: number;
            total?: components["schemas"]["Money"] | null;
            handoff?: components["schemas"]["Handoff"] | null;
            handoff_near?: components["schemas"]["Handoff"] | null;
        };
        /** @description Every lane of a drive-thru. */
        LaneList: {
            /** @description By lane id. */
            lanes: components["schemas"]["LaneLine"][];
        };
        /** @description A lane now. */
        LaneNow: components["schemas"]["LastTurn"] | components["schemas"]["NoCar"];
        /** @description The last turn of a lane. */
        LastTurn: components["schemas"]["Turn"] & {
            /** @description What to say meanwhile, once, while the reply to an event is late. */
            holding?: components["schemas"]["Say"];
        };
        /**
         * @description The id of an order line: `L1`, `L2`, ... Never reused within an order.
         * @example L1
         */
        LineId: string;
        /** @description A line as it is shown. */
        LineView: {
            /** @description The line's id within its order. */
            line_id: components["schemas"]["LineId"];
            /** @description The item; the main of the combo if there is one. */
            item: components["schemas"]["ItemId"];
            combo?: components["schemas"]["ComboId"] | null;
            /** @description The item's or combo's name. */
            name: string;
            size?: components["schemas"]["SizeId"] | null;
            /**
             * Format: int32
             * @description How many.
             */
            quantity: number;
            /** @description Differences from how the item comes. */
            modifiers: components["schemas"]["ModifierPick"][];
            /** @description What fills the combo's slots. */
            components: components["schemas"]["ComponentView"][];
            /** @description What the customer must still say: `size`, or the id of a group or slot. */
            incomplete: string[];
            /** @description Whether the item or a component is off. */
            out_of_stock: boolean;
            /** @description What one costs; `0.00` while the line is incomplete. */
            unit_price: components["schemas"]["Money"];
            /** @description What the line costs. */
            price: components["schemas"]["Money"];
        };
        /** @description The tag of a language: 2 to 35 letters, digits and dashes. */
        LocaleTag: string;
        /** @description The whole machine: its states and its table. */
        Machine: {
            /** @description In the design's order. */
            states: components["schemas"]["StateKind"][];
            /** @description In the order in which they are tried: the first one for the state and event whose guard holds is taken. */
            rows: components["schemas"]["MachineRow"][];
        };
        /** @description A row of the table. */
        MachineRow: {
            /** @description Its name: `S..` from the design, `G..` a global event of the design, `D..` what the design left open. */
            row: string;
            /** @description The state before; `active` is any but `idle`. */
            from: string;
            /** @description What happens. */
            event: string;
            /** @description The guard that must hold; with `!`, that must not hold. */
            guard?: string | null;
            /** @description The state after; `same` is the state before. */
            to: string;
            /** @description The actions, in order. */
            actions: string[];
            /** @description The points whose house rules can decide something in a turn that takes it. */
            points: components["schemas"]["Point"][];
        };
        /** @description A modifier, as a choice. */
        MenuChoice: {
            /** @description Its group. */
            group: components["schemas"]["GroupId"];
            /** @description The modifier. */
            modifier: components["schemas"]["ModifierId"];
        };
        /** @description Something that can be taken off a menu and put back on. */
        MenuPart: components["schemas"]["ItemId"] | {
            /** @description Its group. */
            group: components["schemas"]["GroupId"];
            /** @description The modifier. */
            modifier: components["schemas"]["ModifierId"];
        } | {
            /** @description The item. */
            item: components["schemas"]["ItemId"];
            /** @description The size. */
            size: components["schemas"]["SizeId"];
        };
        /** @description What was said before. */
        Message: {
            /** @description Who said it. */
            role: components["schemas"]["Role"];
            /** @description The words. What we are said to have said is not believed. */
            text: components["schemas"]["SpokenText"];
            /** @description What an answer was about, as it came with the answer. What the menu does not have is skipped. */
            refs?: components["schemas"]["Subject"][];
        };
        /** @description What changes on a line; what is `None` or empty stays. */
        Modification: {
            /** @description What is changed. */
            target: components["schemas"]["Target"];
            size?: components["schemas"]["SizeId"] | null;
            combo?: components["schemas"]["ComboId"] | null;
            /**
             * Format: int32
             * @description How many there are now; 0 removes the line.
             */
            quantity?: number | null;
            /** @description A modifier said again replaces what was said before. */
            modifiers?: components["schemas"]["ModifierPick"][];
            /** @description What fills the combo's slots. */
            components?: components["schemas"]["ComponentPick"][];
            /**
             * Format: int32
             * @description How many of the line change ("on one of them"); all if absent.
             */
            split?: number | null;
        };
        /**
         * @description A modifier within its group, such as `pickle`.
         * @example pickle
         */
        ModifierId: string;
        /** @description One modifier as it was asked for. */
        ModifierPick: {
            /** @description Its group. */
            group: components["schemas"]["GroupId"];
            /** @description The modifier. */
            modifier: components["schemas"]["ModifierId"];
            /** @description How much of it. */
            amount?: components["schemas"]["Amount"];
            /**
             * Format: int32
             * @description How many portions ("two espresso shots").
             */
            quantity?: number;
        };
        /**
         * @description An amount in hundredths of the menu's currency; a decimal string such as `"4.79"` in JSON.
         * @example 4.79
         */
        Money: string;
        /** @description What the browser may do that signs in with the code. */
        NewCode: {
            /** @description What it may do: what the key may with which the code is made, and no more. */
            scope: components["schemas"]["Scope"];
            /**
             * @description In which drive-thru.
             * @example demo
             */
            drive_thru: string;
            /** @description On which lane of it; on all where it is not said. */
            lane?: string;
        };
        /** @description A line as it was asked for: only what was said. */
        NewLine: {
            /** @description The item; the main of the combo if there is one. */
            item: components["schemas"]["ItemId"];
            combo?: components["schemas"]["ComboId"] | null;
            size?: components["schemas"]["SizeId"] | null;
            /**
             * Format: int32
             * @description How many.
             */
            quantity?: number;
            /** @description What is different from how the item comes. */
            modifiers?: components["schemas"]["ModifierPick"][];
            /** @description What fills the combo's slots. */
            components?: components["schemas"]["ComponentPick"][];
            /** @description For whom it is, as far as that was said: one for each, where it is for several. */
            persons?: components["schemas"]["Person"][];
        };
        /** @description That no car is on a lane. */
        NoCar: {
            /** @enum {string} */
            state: "idle";
            /** @description What to say meanwhile, once, while the reply to an event is late. */
            holding?: components["schemas"]["Say"];
        };
        /** @description What is sent besides turns and problems. */
        Notice: {
            /** @enum {string} */
            type: "pong";
        } | {
            /** @description The words. */
            say: components["schemas"]["Say"];
            /** @enum {string} */
            type: "holding";
        } | {
            /** @description `too_old` or `lost`. */
            reason: string;
            /** @enum {string} */
            type: "resync";
        };
        /** @description What is offered with an order. */
        Offer: {
            /** @description One more item. */
            item: components["schemas"]["ItemId"];
        } | {
            /** @description A line made a combo. */
            combo: components["schemas"]["ComboId"];
        };
        /** @description One change to an order. */
        Op: (components["schemas"]["NewLine"] & {
            /** @enum {string} */
            op: "add";
        }) | {
            /** @description What is removed. */
            target: components["schemas"]["Target"];
            /**
             * Format: int32
             * @description How many are removed; all if absent.
             */
            quantity?: number | null;
            /** @enum {string} */
            op: "remove";
        } | (components["schemas"]["Modification"] & {
            /** @enum {string} */
            op: "modify";
        }) | {
            /** @description What is removed. */
            target: components["schemas"]["Target"];
            /** @description The new line. */
            with: components["schemas"]["NewLine"];
            /** @enum {string} */
            op: "replace";
        } | (components["schemas"]["Correction"] & {
            /** @enum {string} */
            op: "correct";
        }) | {
            /** @enum {string} */
            op: "clear";
        };
        /** @description Whether a house is open at the time at which that is asked. */
        OpenNow: {
            /** @description Whether it is. */
            open: boolean;
            /**
             * @description When it closes, on its clock; none if it is closed, or never closes.
             * @example 2026-11-25T23:00:00
             */
            until?: string | null;
            /**
             * @description When it opens, on its clock; none if it is open, or that is unknown.
             * @example 2026-11-26T06:00:00
             */
            opens?: string | null;
        };
        /** @description Something that only the customer can settle, as a turn shows it. */
        OpenView: components["schemas"]["Question"] & {
            /** @description The words that it comes from: the customer's own, or the line's name. */
            text: string;
            /**
             * Format: int32
             * @description How many times it was asked.
             */
            tries: number;
        };
        /**
         * @description What comes first in an answer.
         * @enum {string}
         */
        OrderBy: "cheapest" | "dearest" | "lightest" | "heaviest" | "hottest" | "mildest" | "most_caffeine" | "least_caffeine";
        /**
         * @description What may still happen to an order.
         * @enum {string}
         */
        OrderStatus: "open" | "frozen" | "placed";
        /** @description An order as it is shown. */
        OrderView: {
            /**
             * Format: uuid
             * @description The same for every revision of its ticket.
             */
            order_id: string;
            /** @description What may still happen to it. */
            status: components["schemas"]["OrderStatus"];
            referent?: components["schemas"]["LineId"] | null;
            /** @description ISO 4217 code. */
            currency: string;
            /** @description In the order in which they were added. */
            lines: components["schemas"]["LineView"][];
            /** @description The sum of the lines. */
            subtotal: components["schemas"]["Money"];
            /** @description What the rules of the house take off; absent if it is nothing. */
            discounts?: components["schemas"]["Discount"][];
            /** @description The tax on what is left of the subtotal, rounded half up once. */
            tax: components["schemas"]["Money"];
            /** @description What the customer pays. */
            total: components["schemas"]["Money"];
        };
        /** @description The fields of `out_of_stock`. */
        OutOfStock: {
            /**
             * @description The item's id.
             * @example cheeseburger
             */
            item: string;
        };
        /** @description Where one can park, if anywhere. */
        Parking: "none" | {
            /** @description There: "behind the house". */
            place: string;
        };
        /** @description What is to be understood. */
        ParseBody: {
            /** @description The words. */
            text: components["schemas"]["SpokenText"];
            expectation?: components["schemas"]["Expectation"] | null;
            /** @description The lane whose order and question are meant. */
            lane?: string | null;
        };
        /** @description Who heard an utterance, and how sure it was. */
        Parser: {
            /** @description The agent's name. */
            agent: string;
            /**
             * Format: double
             * @description 0 to 1.
             */
            confidence: number;
            choice?: components["schemas"]["Choice"] | null;
            /**
             * Format: int32
             * @description Which guess of the recognizer was taken: 0 is the event's `text`, 1 the first of its `alternatives`. None where
             *     there was one guess only.
             */
            heard?: number | null;
        };
        /** @description A part of a combo. */
        Part: {
            /** @description This item. */
            item: components["schemas"]["ItemId"];
        } | {
            /** @description One of a category, by choice. */
            any_of: components["schemas"]["CategoryId"];
        };
        /**
         * @description How the payment of a ticket stands.
         * @enum {string}
         */
        Payment: "none" | "retry" | "window";
        /** @description Why the money could not be taken. */
        PaymentProblem: {
            /**
             * Format: uuid
             * @description Names the problem: said again with the same id it is the same one, and done once. Without it each is another.
             */
            id?: string | null;
            reason?: components["schemas"]["Words"] | null;
        };
        /** @description Somebody in the car, as the words tell of them. */
        Person: {
            /** @description What a pronoun calls them. */
            who: components["schemas"]["Who"];
            /** @description By what they are named: "son", "Jonah"; none for a pronoun. */
            name?: string | null;
        };
        /**
         * @description Where pets may go.
         * @enum {string}
         */
        Pets: "yes" | "no" | "outside";
        /**
         * @description A point of the conversation at which rules are asked.
         * @enum {string}
         */
        Point: "arrival" | "available" | "offer" | "unsafe" | "price" | "after_add" | "before_summary" | "before_close" | "patience" | "crew" | "agent";
        /** @description A point with its outcomes. */
        PointEntry: {
            /** @description The point. */
            at: components["schemas"]["Point"];
            /** @description When it is asked. */
            asked: string;
            /** @description What `then` can be, as examples. */
            outcomes: {
                [key: string]: unknown;
            }[];
        };
        /** @description Why the rules of a point decided as they did, at one time that they were asked. */
        PointExplained: {
            /** @description The point. */
            at: components["schemas"]["Point"];
            item?: components["schemas"]["ItemId"] | null;
            /** @description The rules of the point, in the order in which they are asked. */
            rules: components["schemas"]["RuleExplained"][];
        };
        /** @description Why a call was not answered as it was meant, as `application/problem+json`. */
        Problem: components["schemas"]["Extensions"] & {
            /**
             * @description Ends in the problem's name, which is stable.
             * @example urn:carhop:problem:lane-idle
             */
            type: string;
            /** @description The status in words. */
            title: string;
            /**
             * Format: int32
             * @description The HTTP status.
             */
            status: number;
            /** @description What to do. */
            detail: string;
        };
        /**
         * Format: int32
         * @description How many of a line a tap asks for.
         */
        Quantity: number;
        /** @description One question. */
        Query: {
            /** @description Where the answer is found. */
            about: components["schemas"]["About"];
            /** @description What is asked of it. */
            select: components["schemas"]["Select"];
            /** @description What the words name: the question is about these. Empty for everything that fits. */
            of?: components["schemas"]["Subject"][];
            /** @description What must hold. With `select: whether` it is what is asked of those in `of`. */
            where?: components["schemas"]["Filter"][];
            order_by?: components["schemas"]["OrderBy"] | null;
            /**
             * Format: int32
             * @description How many are wanted: "the cheapest burger" is 1.
             */
            limit?: number | null;
            /** @description Whether it goes on with what was answered before. */
            subject?: components["schemas"]["Source"];
        };
        /** @description What the customer is asked. A lane has at most one open. */
        Question: {
            /** @description What kind of answer settles it. */
            kind: components["schemas"]["QuestionKind"];
            line_id?: components["schemas"]["LineId"] | null;
            /** @description Ids of what can be answered: items, sizes, modifiers, lines or answers of the house; empty when anything can. */
            candidates: string[];
            house?: components["schemas"]["HouseAsked"] | null;
        };
        /**
         * @description What kind of answer settles a question.
         * @enum {string}
         */
        QuestionKind: "start_order" | "which_item" | "which_size" | "which_option" | "how_many" | "what_else" | "replacement" | "confirm_change" | "what_is_wrong" | "payment_retry" | "house";
        /**
         * @description Why a part of an utterance could not be settled.
         * @enum {string}
         */
        Reason: "not_on_menu" | "ambiguous" | "over_cap" | "not_on_order" | "not_allowed";
        /** @description A word that was said. */
        RecognizedWord: {
            /** @description The word. */
            text: components["schemas"]["SpokenText"];
            /** @description How sure the recognizer was of it. */
            confidence: components["schemas"]["Confidence"];
        };
        /** @description An event that no row takes in the state that the lane is in. State and order stay as they are. */
        Refusal: {
            /** @description The state. */
            state: components["schemas"]["StateKind"];
            /** @description The event's name. */
            event: string;
            /** @description Why. */
            reason: string;
        };
        /** @description Why the POS refused a ticket. */
        Reject: {
            /** @description Why. */
            reason: components["schemas"]["Words"];
            /** @description The item that it is refused for, which is then off. */
            item?: string | null;
        };
        /** @description The fields of a tap that removes a line. */
        RemoveLine: {
            /** @description The line. */
            line_id: components["schemas"]["LineId"];
        };
        /**
         * @description Who may use a restroom.
         * @enum {string}
         */
        Restroom: "yes" | "no" | "customers";
        /**
         * @description Who said something.
         * @enum {string}
         */
        Role: "customer" | "agent";
        /** @description What came of asking a rule, and why. */
        RuleExplained: {
            /** @description The rule. */
            rule: components["schemas"]["RuleId"];
            /** @description What came of it. */
            verdict: components["schemas"]["Verdict"];
            /** @description What of its condition decided that; nothing for one that was not looked at, or has no condition. */
            because?: components["schemas"]["TestExplained"][];
        };
        /**
         * @description A rule of the house, such as `breakfast_is_over`.
         * @example breakfast_is_over
         */
        RuleId: string;
        /** @description Whether rules can be put in use. */
        RulesChecked: {
            /**
             * Format: uuid
             * @description The version that they would be; null if there is a fault.
             */
            version: string | null;
            /** @description Everything that is wrong with them: in a condition also with its line and column. */
            faults: components["schemas"]["Fault"][];
        };
        /** @description What is said to the customer. */
        Say: {
            /** @description What kind of reply it is. */
            kind: components["schemas"]["SayKind"];
            /** @description The words. */
            text: string;
            choice?: components["schemas"]["Choice"] | null;
        };
        /**
         * @description What kind of reply is given.
         * @enum {string}
         */
        SayKind: "greet" | "acknowledge" | "ask" | "summarize" | "answer" | "nudge" | "hint" | "close" | "repeat" | "hand_off";
        /**
         * @description What a key may do. Each route names those that it takes.
         * @enum {string}
         */
        Scope: "lane" | "pos" | "crew" | "manager" | "admin";
        /**
         * Format: double
         * @description How long nothing was heard, in seconds: a day at most.
         */
        Seconds: number;
        /**
         * @description What is asked.
         * @enum {string}
         */
        Select: "list" | "whether" | "price" | "contents" | "sizes" | "choices" | "parts" | "calories" | "allergens" | "diets" | "heat" | "caffeine" | "recommended" | "count" | "hours" | "payment" | "tax" | "restroom" | "wifi" | "parking" | "address" | "phone" | "wheelchair" | "pets" | "discounts" | "deals" | "extras" | "answer" | "unknown";
        /** @description What came of a session. */
        SessionEnd: {
            confirmed: components["schemas"]["Money"] | null;
            /** @description Whether the crew took over. */
            handed_over: boolean;
        };
        /** @description Sessions of a drive-thru. */
        SessionList: {
            /** @description The newest first. */
            sessions: components["schemas"]["SessionSummary"][];
            /**
             * @description The `cursor` to go on with, if there may be more. A page can have fewer sessions than were asked for, or none, where
             *     many had to be looked at.
             */
            next?: string;
        };
        /** @description A session that would be otherwise. */
        SessionOtherwise: {
            /**
             * Format: uuid
             * @description The session.
             */
            session_id: string;
            /** @description Its turns that would be. */
            turns: components["schemas"]["TurnOtherwise"][];
            /** @description As it was. */
            then: components["schemas"]["SessionEnd"];
            /** @description As it would be. */
            now: components["schemas"]["SessionEnd"];
        };
        /** @description A session in a list. */
        SessionSummary: {
            /**
             * Format: uuid
             * @description Its id.
             */
            session_id: string;
            /** @description The lane that it was on. */
            lane: string;
            /**
             * Format: date-time
             * @description When its first turn was taken.
             */
            began_at: string;
            /**
             * Format: date-time
             * @description When its last turn was taken.
             */
            last_at: string;
            end: components["schemas"]["End"] | null;
            /**
             * Format: int32
             * @description How many turns it has.
             */
            turns: number;
            /** @description What its order costs, with tax. */
            total: components["schemas"]["Money"];
        };
        /** @description The fields of a tap that changes a modifier of a line. */
        SetModifier: {
            /** @description The line. */
            line_id: components["schemas"]["LineId"];
            /**
             * @description The id of one of its item's groups.
             * @example toppings
             */
            group: string;
            /**
             * @description The id of a modifier of the group.
             * @example pickle
             */
            modifier: string;
            /** @description How much of it. */
            amount: components["schemas"]["Amount"];
            /** @description How many portions; 1 without it. */
            quantity?: components["schemas"]["Quantity"];
        };
        /** @description The fields of a tap that changes how many there are of a line. */
        SetQuantity: {
            /** @description The line. */
            line_id: components["schemas"]["LineId"];
            /** @description How many there are now. */
            quantity: components["schemas"]["Quantity"];
        };
        /** @description The fields of a tap that changes the size of a line. */
        SetSize: {
            /** @description The line. */
            line_id: components["schemas"]["LineId"];
            /**
             * @description The id of a size of its item, or of its combo.
             * @example large
             */
            size: string;
        };
        /** @description What to sign in with. */
        SignIn: {
            /**
             * @description A key, or a code that `POST /v1/sign-in-codes` gave: in any case, with or without its dash.
             * @example 7KQX-M2PD
             */
            key: string;
            /** @description Whether the browser is a screen that stays where it is: signed in for a year, and not for 12 hours. */
            stays?: boolean;
        };
        /** @description A code to sign a browser in with. */
        SignInCode: {
            /**
             * @description The code, to be typed at `/sign-in`. It is good once.
             * @example 7KQX-M2PD
             */
            code: string;
            /**
             * Format: date-time
             * @description Until when it is good: for five minutes.
             */
            expires: string;
            /** @description What the browser may do then. */
            scope: components["schemas"]["Scope"];
            /** @description In which drive-thru. */
            drive_thru: string;
            /** @description On which lane of it; on all without it. */
            lane?: string;
        };
        /** @description That a browser is signed in. */
        SignedIn: {
            /** @description What the key is called; with a code, the one that it was made with. */
            name: string;
            /** @description What it may do. */
            scopes: components["schemas"]["Scope"][];
            /** @description Where: everywhere without it. */
            drive_thru?: string;
            /** @description On which lane of it: on all without it. */
            lane?: string;
            /**
             * Format: date-time
             * @description Until when.
             */
            expires: string;
        };
        /** @description That a browser is not signed in any more. */
        SignedOut: {
            /** @description Always `signed_out`; anything else is a problem. */
            status: string;
        };
        /** @description The fields of `silence`. */
        Silence: {
            /** @description How long nothing was heard. */
            seconds: components["schemas"]["Seconds"];
        };
        /**
         * @description A size of an item or of a combo, such as `large`.
         * @example large
         */
        SizeId: string;
        /**
         * @description A slot of a combo, such as `drink`.
         * @example drink
         */
        SlotId: string;
        /** @description A ticket for one socket or stream. */
        SocketTicket: {
            /** @description What to open it with: `?ticket=...`. */
            ticket: string;
            /**
             * Format: date-time
             * @description Until when it is good, which is half a minute.
             */
            expires: string;
        };
        /** @description What a question is about that names nothing. */
        Source: "new" | "last" | {
            /**
             * Format: int32
             * @description The one in that place of what was answered before, from 1: "the third one". 0 is the last.
             */
            last_at: number;
        } | "more";
        /** @description A time from when to when. */
        Span: {
            /**
             * @description When it begins.
             * @example 06:00:00
             */
            from: string;
            /**
             * @description When it ends: on the next day if that is not after `from`.
             * @example 23:00:00
             */
            until: string;
        };
        /**
         * @description Who answers a question. None of them keeps anything: each is given the question and what was said.
         * @enum {string}
         */
        Specialist: "menu" | "house" | "order" | "small_talk";
        /**
         * @description Words that were said: 1 to 2000 characters, with a letter or digit among them.
         * @example two cheeseburgers, no pickles
         */
        SpokenText: string;
        /**
         * @description A state's name, without its data.
         * @enum {string}
         */
        StateKind: "idle" | "ordering" | "thinking" | "clarifying" | "confirming" | "closing";
        /** @description One event of the stream. */
        StreamEvent: {
            event: ("turn" | "ticket" | "resync" | "alive") & Record<string, never>;
            /** @description JSON, as `/asyncapi.json` describes it. */
            data: string;
            /** @description Where to go on after it; an event that only shows that the stream is alive has none. */
            id?: string;
        };
        /** @description Something that a question is about. */
        Subject: {
            /** @description The item. */
            item: components["schemas"]["ItemId"];
            size?: components["schemas"]["SizeId"] | null;
            /** @description With these changes. */
            modifiers?: components["schemas"]["ModifierPick"][];
            /** @enum {string} */
            kind: "item";
        } | {
            /** @description The combo. */
            combo: components["schemas"]["ComboId"];
            size?: components["schemas"]["SizeId"] | null;
            /** @enum {string} */
            kind: "combo";
        } | {
            /** @description Its group. */
            group: components["schemas"]["GroupId"];
            /** @description The choice. */
            modifier: components["schemas"]["ModifierId"];
            /** @enum {string} */
            kind: "modifier";
        } | {
            /** @description The group. */
            group: components["schemas"]["GroupId"];
            /** @enum {string} */
            kind: "group";
        } | {
            /** @description The category. */
            category: components["schemas"]["CategoryId"];
            /** @enum {string} */
            kind: "category";
        } | {
            /** @description The line. */
            line_id: components["schemas"]["LineId"];
            /** @enum {string} */
            kind: "line";
        };
        /** @description What came of sessions. */
        Sums: {
            /** @description How many orders were confirmed. */
            confirmed: number;
            /** @description What they cost together. */
            totals: components["schemas"]["Money"];
            /** @description In how many the crew took over. */
            handed_over: number;
            /** @description In how many of them because of a rule. */
            handed_over_by_rules: number;
            /** @description In how many because of each rule. */
            handed_over_by: {
                [key: string]: number;
            };
            /** @description In how many turns each rule has decided something. */
            fired: {
                [key: string]: number;
            };
        };
        /** @description A menu that was taken: the document, and what its author may want to mend. */
        TakenMenu: {
            /** @description What customers will stumble over in its words, the worst first. */
            warnings: components["schemas"]["Warning"][];
        } & {
            [key: string]: unknown;
        };
        /** @description What was touched on the board. */
        Tap: {
            /** @enum {string} */
            act: "confirm";
        } | {
            /** @enum {string} */
            act: "deny";
        } | {
            /** @enum {string} */
            act: "done";
        } | (components["schemas"]["Choose"] & {
            /** @enum {string} */
            act: "choose";
        }) | (components["schemas"]["AddItem"] & {
            /** @enum {string} */
            act: "add_item";
        }) | (components["schemas"]["AddCombo"] & {
            /** @enum {string} */
            act: "add_combo";
        }) | (components["schemas"]["RemoveLine"] & {
            /** @enum {string} */
            act: "remove_line";
        }) | (components["schemas"]["SetQuantity"] & {
            /** @enum {string} */
            act: "set_quantity";
        }) | (components["schemas"]["SetSize"] & {
            /** @enum {string} */
            act: "set_size";
        }) | (components["schemas"]["SetModifier"] & {
            /** @enum {string} */
            act: "set_modifier";
        });
        /** @description Which lines an operation is about. */
        Target: {
            /** @description The line. */
            line_id: components["schemas"]["LineId"];
        } | {
            /** @description Always true. */
            referent: boolean;
        } | {
            /** @description The item, also as the main of a combo. */
            item: components["schemas"]["ItemId"];
            /**
             * Format: int32
             * @description "the second burger" is 2; counted from the top of the order.
             */
            ordinal?: number | null;
        } | {
            /** @description Always true. */
            all: boolean;
            /** @description Except these. */
            except?: components["schemas"]["Target"][];
        } | {
            /** @description What is said of them. */
            described: components["schemas"]["Description"];
        };
        /** @description What a test event says. */
        TestData: {
            /** @description Where somebody asked for it. */
            drive_thru: string;
        };
        /** @description A part of a condition that was decisive. */
        TestExplained: {
            /** @description The fact, by its name in conditions. */
            fact: string;
            /** @description What it was. */
            was: unknown;
            /** @description How it was compared: `>=`, `in`, `contains` or `has`; `is` for one that stands alone. */
            how: string;
            /** @description What it was compared with. */
            with: unknown;
            /** @description The fact that this is, if it is one. */
            with_fact?: string | null;
            /** @description Whether it was so. */
            is_so: boolean;
            line_id?: components["schemas"]["LineId"] | null;
            /** @description Where in the condition it stands: the line, from 1. */
            line?: number | null;
            /** @description And the column of its sign, from 1. */
            column?: number | null;
        };
        /** @description What is sent to see whether a POS is there. It is about no ticket: no message about one has its type or lacks its data. */
        TestMessage: {
            /** @description Always `webhook.test`. */
            type: string;
            /**
             * Format: date-time
             * @description When it was sent, UTC.
             */
            timestamp: string;
            /** @description What it says. */
            data: components["schemas"]["TestData"];
        };
        /** @description What a lane knows of its ticket. */
        Ticket: {
            /**
             * Format: uuid
             * @description Derived from the session and the revision, so that a retried turn makes the same ticket.
             */
            ticket_id: string;
            /**
             * Format: int32
             * @description 1 for the order's first ticket.
             */
            revision: number;
            /** @description What became of it. */
            status: components["schemas"]["TicketStatus"];
            /** @description Whether the payment needs the window. */
            payment: components["schemas"]["Payment"];
        };
        /** @description A ticket as a POS gets it. */
        TicketData: {
            /**
             * Format: uuid
             * @description The same each time that it is sent.
             */
            ticket_id: string;
            /**
             * Format: uuid
             * @description The same for every revision.
             */
            order_id: string;
            /**
             * Format: int32
             * @description 1 for the order's first ticket.
             */
            revision: number;
            /**
             * Format: uuid
             * @description The ticket of the previous revision.
             */
            replaces?: string | null;
            /** @description Where it was ordered. */
            drive_thru: string;
            /** @description Where it was ordered. */
            lane: string;
            /** @description What people at the drive-thru call the lane; absent if it is not configured. */
            lane_name?: string | null;
            /**
             * Format: uuid
             * @description The session that it was ordered in.
             */
            session_id: string;
            /**
             * Format: int32
             * @description Counts per drive-thru and business date, kept across revisions.
             */
            order_number: number;
            /**
             * Format: date
             * @description The drive-thru's date, which starts when its business day does.
             */
            business_date: string;
            /** @description Always `drive_thru`. */
            dining_option: string;
            /** @description Always `voice`. */
            channel: string;
            /** @description What somebody in the car must not eat. */
            allergies?: components["schemas"]["Allergen"][];
            /** @description What to make. */
            lines: components["schemas"]["LineView"][];
            /** @description What goes along that costs nothing: `napkins`. */
            notes?: string[];
            /** @description What answers to the house have said of the session: `staff`. */
            tags?: string[];
            /** @description ISO 4217 code. */
            currency: string;
            /** @description The sum of the lines. */
            subtotal: components["schemas"]["Money"];
            /** @description What the rules of the house take off; absent if it is nothing. */
            discounts?: components["schemas"]["Discount"][];
            /** @description The tax on what is left of the subtotal, rounded half up once. */
            tax: components["schemas"]["Money"];
            /** @description What the customer pays. */
            total: components["schemas"]["Money"];
        };
        /** @description Tickets of a drive-thru. */
        TicketList: {
            /** @description The newest first. */
            tickets: components["schemas"]["TicketView"][];
        };
        /** @description The message by which a POS gets a ticket, as the document of the calls has it: other messages are no answer. */
        TicketMessage: {
            /** @description Always `ticket.created`. */
            type: string;
            /**
             * Format: date-time
             * @description When the order was confirmed, UTC.
             */
            timestamp: string;
            /** @description The ticket. */
            data: components["schemas"]["TicketData"];
        };
        /** @description Something that happened to a ticket. */
        TicketNote: {
            /**
             * Format: date-time
             * @description When, UTC.
             */
            at: string;
            /** @description `acknowledged`, `rejected`, `payment_problem`, `unanswered`, `delivered`, `failed`, `dead`, `resent` or `voided`. */
            what: string;
            /** @description The message that it is about, such as `ticket.created`, or the reason that the POS or an operator gave. */
            detail?: string | null;
            /**
             * Format: uuid
             * @description What the POS named it by, if it did, or the service where it must not say it twice. A ticket has one note with an id.
             */
            id?: string | null;
            /** @description Whose key it came with; none where it is asked for none, and of what the service did by itself. */
            actor?: components["schemas"]["Actor"];
        };
        /**
         * @description What became of a ticket.
         * @enum {string}
         */
        TicketStatus: "pending" | "acknowledged" | "rejected" | "voided" | "dead";
        /** @description A ticket, what became of it, and its delivery history. */
        TicketView: components["schemas"]["TicketData"] & {
            /** @description What became of it. */
            status: components["schemas"]["TicketStatus"];
            /** @description How its payment stands. */
            payment: components["schemas"]["Payment"];
            /** @description What the POS calls it. */
            pos_reference?: string | null;
            /** @description What happened to it, oldest first. */
            history: components["schemas"]["TicketNote"][];
        };
        /** @description A deal as it is told. */
        ToldDeal: {
            /** @description Its id. */
            id: string;
            /** @description What it is called. */
            name?: string | null;
            /** @description What is said. */
            say: string;
            /** @description The days of the week on which it is, where it was asked for by its name; none where it is every day. */
            days?: components["schemas"]["Day"][];
        };
        /** @description A discount as it is told. */
        ToldDiscount: {
            /** @description Its id. */
            id: string;
            /** @description What is said. */
            say: string;
        };
        /** @description Rules would hand more sessions to the crew than one can have meant. */
        TooManyHandedOver: {
            /** @description How many recorded sessions were replayed. */
            sessions: number;
            /** @description How many of them the rules would hand over. */
            handed_over: number;
            /** @description How many that is of a hundred, rounded up. */
            percent: number;
            /** @description The rule that would do so most often. */
            rule: components["schemas"]["RuleId"];
            /** @description In how many sessions. */
            by_rule: number;
        };
        /**
         * @description What a menu question is about.
         * @enum {string}
         */
        Topic: "price" | "contents" | "sizes" | "availability" | "calories" | "allergens" | "recommendation" | "combo" | "order" | "other";
        /** @description The fields of `tap`. */
        Touch: components["schemas"]["Tap"] & {
            /** @description Who touched it. */
            by?: components["schemas"]["By"];
        };
        /** @description A row that was taken. */
        Transition: {
            /** @description The row's name, such as `S01`. */
            row: string;
            /** @description The state before. */
            from: components["schemas"]["StateKind"];
            /** @description What happened. */
            event: components["schemas"]["EventKind"];
            /** @description The guard that held; with `!`, that did not hold. */
            guard?: string | null;
            /** @description The state after. */
            to: components["schemas"]["StateKind"];
            /** @description The actions, in order. */
            actions: string[];
        };
        /** @description A lane's answer to an event. */
        Turn: {
            /**
             * Format: int32
             * @description Counts per session, from 1.
             */
            turn: number;
            /**
             * Format: uuid
             * @description The event that it answers.
             */
            event_id: string;
            /** @description The drive-thru. */
            drive_thru: string;
            /** @description The lane. */
            lane: string;
            /**
             * Format: uuid
             * @description The session.
             */
            session_id: string;
            /**
             * Format: date-time
             * @description The event's time, UTC.
             */
            at: string;
            /** @description The state after the turn. */
            state: components["schemas"]["StateKind"];
            /** @description What the lane expects to hear next. */
            expectation: components["schemas"]["Expectation"];
            /** @description The rows taken, in order. */
            transitions: components["schemas"]["Transition"][];
            /** @description The events that no row took. */
            refused: components["schemas"]["Refusal"][];
            say?: components["schemas"]["Say"] | null;
            /** @description Whether to stop speaking at once. */
            cancel_tts: boolean;
            question?: components["schemas"]["Question"] | null;
            /** @description All that waits for an answer, the open question first, then the oldest. */
            open?: components["schemas"]["OpenView"][];
            /** @description What was heard. */
            acts: components["schemas"]["Act"][];
            parser?: components["schemas"]["Parser"] | null;
            /** @description What the answer to a question says, as ids and values: also what is too long to be spoken. */
            facts?: components["schemas"]["Fact"][];
            /** @description What the turn changed on the order. */
            diffs: components["schemas"]["Diff"][];
            /** @description The order after the turn. */
            order: components["schemas"]["OrderView"];
            offer?: components["schemas"]["Offer"] | null;
            proposal?: components["schemas"]["OrderView"] | null;
            ticket?: components["schemas"]["Ticket"] | null;
            /** @description Whether the order is changed while its ticket stands: the next confirmation voids the ticket and makes another. */
            superseding?: boolean;
            handoff?: components["schemas"]["HandoffView"] | null;
            handoff_near?: components["schemas"]["HandoffView"] | null;
            /** @description What somebody in the car must not eat. */
            allergies?: components["schemas"]["Allergen"][];
            /** @description What answers to the house have said of the session. */
            tags?: string[];
            /** @description What the crew is told. */
            crew_alerts?: components["schemas"]["CrewAlert"][];
            /** @description The rules of the house that have decided something. */
            fired?: components["schemas"]["Fired"][];
            documents?: components["schemas"]["Documents"] | null;
        };
        /** @description The turn that an event is answered with. */
        TurnAnswer: components["schemas"]["Turn"] & {
            /** @description The turns in between, if the frontend was behind. */
            missed?: components["schemas"]["Turn"][];
        };
        /** @description How the rules of the house were asked in a turn. */
        TurnExplained: {
            /**
             * Format: int32
             * @description The turn.
             */
            turn: number;
            /** @description Whether the turn came out as it was recorded. If not, what follows explains the turn as it comes out now. */
            as_recorded: boolean;
            /** @description The rules that have decided something in the turn, as it was recorded. */
            fired: components["schemas"]["Fired"][];
            /** @description The points, in the order in which they were asked; more than once if something else came of it, or of another item. */
            points: components["schemas"]["PointExplained"][];
        };
        /** @description A turn that would be otherwise. */
        TurnOtherwise: {
            /**
             * Format: int32
             * @description The turn.
             */
            turn: number;
            /** @description Where it is told why rules decided as they did then. */
            rules: string;
        };
        /** @description A part of an utterance that the agent or the machine could not settle. */
        Unresolved: {
            /** @description The words. */
            text: string;
            /** @description Why. */
            reason: components["schemas"]["Reason"];
            /** @description Ids that it may mean, most likely first. */
            candidates?: string[];
            /**
             * Format: int32
             * @description How many were asked for, if it may mean several things and more than one was.
             */
            quantity?: number | null;
        };
        /** @description The fields of `utterance`. */
        Utterance: {
            /** @description What was said. */
            text: components["schemas"]["SpokenText"];
            confidence?: components["schemas"]["Confidence"] | null;
            /** @description Whether it interrupted our speech. */
            barge_in?: boolean;
            /** @description Who said it. */
            by?: components["schemas"]["By"];
            /** @description What else the recognizer may have heard, the best first; `text` is its first guess. */
            alternatives?: components["schemas"]["Alternative"][];
            /** @description The words of `text`, with how sure the recognizer was of each. */
            words?: components["schemas"]["RecognizedWord"][];
            /** @description Whether the recognizer heard a question. */
            question?: boolean;
        };
        /**
         * @description What came of asking a rule.
         * @enum {string}
         */
        Verdict: "decided" | "passed_over" | "does_not_hold" | "other_day" | "spent" | "not_asked";
        /** @description The versions of a drive-thru's rules. */
        VersionList: {
            /** @description The one that was put last first. */
            versions: components["schemas"]["VersionSummary"][];
            /**
             * Format: uuid
             * @description The one that was in use before the one that is, to go back to; none if none was.
             */
            before?: string | null;
        };
        /** @description A version of a drive-thru's rules. */
        VersionSummary: {
            /**
             * Format: uuid
             * @description Names it, as `documents.rules` of turns does.
             */
            version: string;
            /** @description What people call it. */
            name?: string | null;
            /**
             * Format: date-time
             * @description When it was put first.
             */
            put_at?: string | null;
            by?: components["schemas"]["Actor"] | null;
            /** @description Whether it is in use. */
            active: boolean;
            since?: components["schemas"]["InUse"] | null;
            /** @description From when on it will be in use, the next first. */
            planned?: components["schemas"]["InUse"][];
        };
        /** @description What rules can be made of. */
        Vocabulary: {
            /** @description Where rules hang. */
            points: components["schemas"]["PointEntry"][];
            /** @description What conditions can ask. */
            facts: components["schemas"]["FactEntry"][];
            /** @description How conditions combine facts. */
            operators: string[];
            /** @description The most rules of a document. */
            rules_max: number;
            /** @description The longest condition, in characters. */
            condition_chars_max: number;
        };
        /** @description Why an operator voids a ticket. */
        Void: {
            /** @description Why. */
            reason: components["schemas"]["Words"];
        };
        /** @description Something in a menu's words that customers will stumble over. The menu can be sold from all the same. */
        Warning: {
            /**
             * @description Where: a JSON path such as `$.items[3].aliases[0]`.
             * @example $.items[3].name
             */
            path: string;
            /** @description What is wrong there, for the menu's author. */
            detail: string;
            /** @description What to write; left out where only the author can know. */
            suggest?: string | null;
        };
        /** @description What came of a test event. */
        WebhookTest: {
            /** @description The `webhook-id` that it was sent with. */
            webhook_id: string;
            /** @description The body that was sent. */
            sent: components["schemas"]["TestMessage"];
            /**
             * Format: int64
             * @description How long the answer took, or until there was none, in milliseconds.
             */
            took_ms: number;
            /**
             * Format: int32
             * @description The status of the answer.
             */
            status?: number;
            /** @description The first 500 characters of its body on one line, without the numbers of cards and phones. A body of more than 16 KiB is not read. */
            said?: string;
            /** @description Why there is no answer. */
            failed?: string;
        };
        /** @description Which of the lines that fit. */
        Which: "every" | "other" | {
            /**
             * Format: int32
             * @description The one of that place, from 1; 0 is the last.
             */
            place: number;
        };
        /**
         * @description What a pronoun calls somebody.
         * @enum {string}
         */
        Who: "me" | "him" | "her" | "anyone";
        /**
         * @description What decided between a deterministic agent and a language model.
         * @enum {string}
         */
        Why: "taken" | "sure" | "nothing_to_ask" | "explains_no_more" | "not_said" | "invalid" | "unknown" | "refused" | "broken" | "failed" | "limited" | "unreachable" | "timed_out" | "no_time" | "circuit_open" | "busy" | "over_budget";
        /** @description A wifi for guests, if there is one. */
        Wifi: "none" | {
            /** @description There is one. */
            network: {
                /** @description What it is called. */
                name?: string | null;
                /** @description What opens it. */
                password?: string | null;
            };
        };
        /** @description What is said of a ticket, in at most 500 characters. */
        Words: string;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type About = components['schemas']['About'];
export type Ack = components['schemas']['Ack'];
export type Act = components['schemas']['Act'];
export type Activate = components['schemas']['Activate'];
export type Actor = components['schemas']['Actor'];
export type Acts = components['schemas']['Acts'];
export type AddCombo = components['schemas']['AddCombo'];
export type AddItem = components['schemas']['AddItem'];
export type Allergen = components['schemas']['Allergen'];
export type Allergens = components['schemas']['Allergens'];
export type Alternative = components['schemas']['Alternative'];
export type Amount = components['schemas']['Amount'];
export type AskAnswer = components['schemas']['AskAnswer'];
export type AskBody = components['schemas']['AskBody'];
export type AskedFor = components['schemas']['AskedFor'];
export type Asking = components['schemas']['Asking'];
export type Audit = components['schemas']['Audit'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type Availability = components['schemas']['Availability'];
export type By = components['schemas']['By'];
export type Caffeine = components['schemas']['Caffeine'];
export type CarDetected = components['schemas']['CarDetected'];
export type CategoryId = components['schemas']['CategoryId'];
export type ChangeList = components['schemas']['ChangeList'];
export type ChangedDocument = components['schemas']['ChangedDocument'];
export type Choice = components['schemas']['Choice'];
export type Choose = components['schemas']['Choose'];
export type ComboId = components['schemas']['ComboId'];
export type Comes = components['schemas']['Comes'];
export type ComponentPick = components['schemas']['ComponentPick'];
export type ComponentView = components['schemas']['ComponentView'];
export type Confidence = components['schemas']['Confidence'];
export type Correction = components['schemas']['Correction'];
export type Crew = components['schemas']['Crew'];
export type CrewAct = components['schemas']['CrewAct'];
export type CrewAlert = components['schemas']['CrewAlert'];
export type Cursor = components['schemas']['Cursor'];
export type Day = components['schemas']['Day'];
export type DayPartId = components['schemas']['DayPartId'];
export type Description = components['schemas']['Description'];
export type Diet = components['schemas']['Diet'];
export type Diff = components['schemas']['Diff'];
export type DiffOp = components['schemas']['DiffOp'];
export type Discount = components['schemas']['Discount'];
export type DocumentChange = components['schemas']['DocumentChange'];
export type Documents = components['schemas']['Documents'];
export type DryRun = components['schemas']['DryRun'];
export type DryRunEnd = components['schemas']['DryRunEnd'];
export type DryRunReport = components['schemas']['DryRunReport'];
export type DryRunTotal = components['schemas']['DryRunTotal'];
export type End = components['schemas']['End'];
export type EventHead = components['schemas']['EventHead'];
export type EventKind = components['schemas']['EventKind'];
export type EventRequest = components['schemas']['EventRequest'];
export type Expectation = components['schemas']['Expectation'];
export type Extensions = components['schemas']['Extensions'];
export type Fact = components['schemas']['Fact'];
export type FactEntry = components['schemas']['FactEntry'];
export type Fault = components['schemas']['Fault'];
export type Filter = components['schemas']['Filter'];
export type Fired = components['schemas']['Fired'];
export type ForgottenSession = components['schemas']['ForgottenSession'];
export type GroupId = components['schemas']['GroupId'];
export type Handoff = components['schemas']['Handoff'];
export type HandoffView = components['schemas']['HandoffView'];
export type Health = components['schemas']['Health'];
export type HouseAsked = components['schemas']['HouseAsked'];
export type HouseChoice = components['schemas']['HouseChoice'];
export type HouseFact = components['schemas']['HouseFact'];
export type InUse = components['schemas']['InUse'];
export type ItemId = components['schemas']['ItemId'];
export type JsonDocument = components['schemas']['JsonDocument'];
export type KeyTerms = components['schemas']['KeyTerms'];
export type Kind = components['schemas']['Kind'];
export type LaneEvent = components['schemas']['LaneEvent'];
export type LaneLine = components['schemas']['LaneLine'];
export type LaneList = components['schemas']['LaneList'];
export type LaneNow = components['schemas']['LaneNow'];
export type LastTurn = components['schemas']['LastTurn'];
export type LineId = components['schemas']['LineId'];
export type LineView = components['schemas']['LineView'];
export type LocaleTag = components['schemas']['LocaleTag'];
export type Machine = components['schemas']['Machine'];
export type MachineRow = components['schemas']['MachineRow'];
export type MenuChoice = components['schemas']['MenuChoice'];
export type MenuPart = components['schemas']['MenuPart'];
export type Message = components['schemas']['Message'];
export type Modification = components['schemas']['Modification'];
export type ModifierId = components['schemas']['ModifierId'];
export type ModifierPick = components['schemas']['ModifierPick'];
export type Money = components['schemas']['Money'];
export type NewCode = components['schemas']['NewCode'];
export type NewLine = components['schemas']['NewLine'];
export type NoCar = components['schemas']['NoCar'];
export type Notice = components['schemas']['Notice'];
export type Offer = components['schemas']['Offer'];
export type Op = components['schemas']['Op'];
export type OpenNow = components['schemas']['OpenNow'];
export type OpenView = components['schemas']['OpenView'];
export type OrderBy = components['schemas']['OrderBy'];
export type OrderStatus = components['schemas']['OrderStatus'];
export type OrderView = components['schemas']['OrderView'];
export type OutOfStock = components['schemas']['OutOfStock'];
export type Parking = components['schemas']['Parking'];
export type ParseBody = components['schemas']['ParseBody'];
export type Parser = components['schemas']['Parser'];
export type Part = components['schemas']['Part'];
export type Payment = components['schemas']['Payment'];
export type PaymentProblem = components['schemas']['PaymentProblem'];
export type Person = components['schemas']['Person'];
export type Pets = components['schemas']['Pets'];
export type Point = components['schemas']['Point'];
export type PointEntry = components['schemas']['PointEntry'];
export type PointExplained = components['schemas']['PointExplained'];
export type Problem = components['schemas']['Problem'];
export type Quantity = components['schemas']['Quantity'];
export type Query = components['schemas']['Query'];
export type Question = components['schemas']['Question'];
export type QuestionKind = components['schemas']['QuestionKind'];
export type Reason = components['schemas']['Reason'];
export type RecognizedWord = components['schemas']['RecognizedWord'];
export type Refusal = components['schemas']['Refusal'];
export type Reject = components['schemas']['Reject'];
export type RemoveLine = components['schemas']['RemoveLine'];
export type Restroom = components['schemas']['Restroom'];
export type Role = components['schemas']['Role'];
export type RuleExplained = components['schemas']['RuleExplained'];
export type RuleId = components['schemas']['RuleId'];
export type RulesChecked = components['schemas']['RulesChecked'];
export type Say = components['schemas']['Say'];
export type SayKind = components['schemas']['SayKind'];
export type Scope = components['schemas']['Scope'];
export type Seconds = components['schemas']['Seconds'];
export type Select = components['schemas']['Select'];
export type SessionEnd = components['schemas']['SessionEnd'];
export type SessionList = components['schemas']['SessionList'];
export type SessionOtherwise = components['schemas']['SessionOtherwise'];
export type SessionSummary = components['schemas']['SessionSummary'];
export type SetModifier = components['schemas']['SetModifier'];
export type SetQuantity = components['schemas']['SetQuantity'];
export type SetSize = components['schemas']['SetSize'];
export type SignIn = components['schemas']['SignIn'];
export type SignInCode = components['schemas']['SignInCode'];
export type SignedIn = components['schemas']['SignedIn'];
export type SignedOut = components['schemas']['SignedOut'];
export type Silence = components['schemas']['Silence'];
export type SizeId = components['schemas']['SizeId'];
export type SlotId = components['schemas']['SlotId'];
export type SocketTicket = components['schemas']['SocketTicket'];
export type Source = components['schemas']['Source'];
export type Span = components['schemas']['Span'];
export type Specialist = components['schemas']['Specialist'];
export type SpokenText = components['schemas']['SpokenText'];
export type StateKind = components['schemas']['StateKind'];
export type StreamEvent = components['schemas']['StreamEvent'];
export type Subject = components['schemas']['Subject'];
export type Sums = components['schemas']['Sums'];
export type TakenMenu = components['schemas']['TakenMenu'];
export type Tap = components['schemas']['Tap'];
export type Target = components['schemas']['Target'];
export type TestData = components['schemas']['TestData'];
export type TestExplained = components['schemas']['TestExplained'];
export type TestMessage = components['schemas']['TestMessage'];
export type Ticket = components['schemas']['Ticket'];
export type TicketData = components['schemas']['TicketData'];
export type TicketList = components['schemas']['TicketList'];
export type TicketMessage = components['schemas']['TicketMessage'];
export type TicketNote = components['schemas']['TicketNote'];
export type TicketStatus = components['schemas']['TicketStatus'];
export type TicketView = components['schemas']['TicketView'];
export type ToldDeal = components['schemas']['ToldDeal'];
export type ToldDiscount = components['schemas']['ToldDiscount'];
export type TooManyHandedOver = components['schemas']['TooManyHandedOver'];
export type Topic = components['schemas']['Topic'];
export type Touch = components['schemas']['Touch'];
export type Transition = components['schemas']['Transition'];
export type Turn = components['schemas']['Turn'];
export type TurnAnswer = components['schemas']['TurnAnswer'];
export type TurnExplained = components['schemas']['TurnExplained'];
export type TurnOtherwise = components['schemas']['TurnOtherwise'];
export type Unresolved = components['schemas']['Unresolved'];
export type Utterance = components['schemas']['Utterance'];
export type Verdict = components['schemas']['Verdict'];
export type VersionList = components['schemas']['VersionList'];
export type VersionSummary = components['schemas']['VersionSummary'];
export type Vocabulary = components['schemas']['Vocabulary'];
export type Void = components['schemas']['Void'];
export type Warning = components['schemas']['Warning'];
export type WebhookTest = components['schemas']['WebhookTest'];
export type Which = components['schemas']['Which'];
export type Who = components['schemas']['Who'];
export type Why = components['schemas']['Why'];
export type Wifi = components['schemas']['Wifi'];
export type Words = components['schemas']['Words'];
export type $defs = Record<string, never>;
export interface operations {
    healthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    readyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ask: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AskBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AskAnswer"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changes: {
        parameters: {
            query?: {
                /** @description How many at most; 50 where it is not said. */
                limit?: number;
            };
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeList"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    events: {
        parameters: {
            query?: {
                /** @description `events`: turns come with the lane events that they answer. */
                with?: "events";
                /** @description A ticket, for who can send no header. */
                ticket?: string;
            };
            header?: {
                /** @description the last event seen; what came after it is sent first */
                "Last-Event-ID"?: string | null;
            };
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description `turn`, `ticket`, `resync` and `alive` events without end; see `/asyncapi.json` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["StreamEvent"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_house: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Its version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonDocument"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_house: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string | null;
            };
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonDocument"];
            };
        };
        responses: {
            /** @description Replaced */
            200: {
                headers: {
                    /** @description Its version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonDocument"];
                };
            };
            /** @description New */
            201: {
                headers: {
                    /** @description Its version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonDocument"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_availability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
                item: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Availability"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Availability"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_size_availability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
                item: string;
                size: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Availability"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Availability"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lanes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LaneList"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    lane: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
                lane: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LaneNow"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    take_event: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
                lane: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventRequest"];
            };
        };
        responses: {
            /** @description The turn */
            200: {
                headers: {
                    /** @description `true` if the event was taken before */
                    "Idempotent-Replayed"?: boolean;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnAnswer"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    socket: {
        parameters: {
            query?: {
                /** @description With `turn`: the last turn seen; what came after it is sent first. */
                session_id?: string;
                /** @description Without `session_id` only 0: nothing seen, the turns of the session that is on are sent first. */
                turn?: number;
                /** @description `events`: turns come with the events that they answer. */
                with?: "events";
                /** @description A ticket, for who can send no header. */
                ticket?: string;
            };
            header?: never;
            path: {
                drive_thru: string;
                lane: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A WebSocket: lane events in, turns out; see `/asyncapi.json` */
            101: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_menu: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Its version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonDocument"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_menu: {
        parameters: {
            query?: never;
            header?: {
                "If-Match"?: string | null;
            };
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonDocument"];
            };
        };
        responses: {
            /** @description Replaced */
            200: {
                headers: {
                    /** @description Its version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenMenu"];
                };
            };
            /** @description New */
            201: {
                headers: {
                    /** @description Its version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakenMenu"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_modifier_availability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
                group: string;
                modifier: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Availability"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Availability"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    parse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ParseBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Acts"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    get_rules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description Their version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonDocument"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    put_rules: {
        parameters: {
            query?: {
                /** @description Also where they would hand more than a fifth of the recorded sessions to the crew. */
                even_if?: boolean;
            };
            header?: {
                "If-Match"?: string | null;
            };
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonDocument"];
            };
        };
        responses: {
            /** @description Replaced */
            200: {
                headers: {
                    /** @description Their version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonDocument"];
                };
            };
            /** @description New */
            201: {
                headers: {
                    /** @description Their version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonDocument"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    activate_rules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Activate"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionList"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    check_rules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonDocument"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RulesChecked"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    dry_run_rules: {
        parameters: {
            query?: never;
            header?: {
                /** @description `text/event-stream` to be told how far it is, and each session as it is found */
                Accept?: string | null;
            };
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DryRun"];
            };
        };
        responses: {
            /** @description What would be otherwise; or the events `progress` (`DryRunProgress`), `session` (`SessionOtherwise`), and in the end `done` (`DryRunEnd`) or `failed` (`Problem`) */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DryRunReport"];
                    "text/event-stream": string;
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rules_versions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionList"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    keep_rules_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JsonDocument"];
            };
        };
        responses: {
            /** @description Kept */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VersionList"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rules_version: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The version */
                    ETag?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonDocument"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sessions: {
        parameters: {
            query?: {
                /** @description Those that began at that time or later. */
                from?: string;
                /** @description Those that began before that time. */
                to?: string;
                /** @description Those that ended so. */
                end?: "completed" | "left" | "abandoned";
                /** @description Those whose order costs that, with tax, such as `13.39`. */
                total?: string;
                /** @description How many at most; 50 where it is not said. */
                limit?: number;
                /** @description The `next` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionList"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    speech_hints: {
        parameters: {
            query?: {
                /** @description `keyterms`, a list, without it; `prompt`, one line for a Whisper model; `jsgf`, a JSGF 1.0 grammar. */
                format?: "keyterms" | "prompt" | "jsgf";
            };
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list; `text/plain` for `prompt` and `jsgf` */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyTerms"];
                    "text/plain": string;
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tickets: {
        parameters: {
            query?: {
                /** @description Only those; all without it. With `dead` come `voided` ones of which the POS could not be told. */
                status?: components["schemas"]["TicketStatus"];
                /** @description 1 to 200; 50 without it. */
                limit?: number;
            };
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketList"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    test_webhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                drive_thru: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTest"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    machine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Machine"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rules_vocabulary: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Vocabulary"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    menu_schema: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description In the draft of 2020-12 */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/schema+json": components["schemas"]["JsonDocument"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    forget_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForgottenSession"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    audit: {
        parameters: {
            query?: {
                /** @description `documents` for all that a replay needs: the menus, and what of them was off. They come with the whole log. */
                with?: "documents";
                /** @description The turns after this one. */
                after?: number;
                /** @description How many turns at most. */
                limit?: number;
            };
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Audit"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    transcript: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    explain_turn: {
        parameters: {
            query?: {
                /** @description Also tell whether that item can be had, where no rule holds for it. */
                item?: string;
            };
            header?: never;
            path: {
                session_id: string;
                turn: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TurnExplained"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description The cookie */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    make_sign_in_code: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCode"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInCode"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    sign_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    /** @description None any more */
                    "Set-Cookie"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    socket_ticket: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SocketTicket"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ticket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketView"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ack_ticket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Ack"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketView"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    ticket_message: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketMessage"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    payment_problem: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentProblem"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketView"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reject_ticket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reject"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketView"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resend_ticket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketView"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    void_ticket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticket_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Void"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketView"];
                };
            };
            /** @description Whatever went wrong. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
