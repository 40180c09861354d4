-- The file of a service whose tables were of version 13, as `sqlite3 carhop.db .dump` writes it: an order that the POS took, a car that
-- left, a car that is still at its lane, and another drive-thru.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE lanes (
        drive_thru    TEXT NOT NULL,
        lane          TEXT NOT NULL,
        version       INTEGER NOT NULL,
        session       TEXT NOT NULL,
        session_id    BLOB,
        PRIMARY KEY (drive_thru, lane)
    ) STRICT;
INSERT INTO lanes VALUES('d1','1',10,'{"state":{"state":"idle"},"visit":null}',NULL);
INSERT INTO lanes VALUES('d1','2',3,'{"state":{"state":"ordering","order":{"order_id":"775b3bf3-f694-5216-a73f-aa838237b98c","currency":"USD","tax_rate":"0.082500","lines":[{"line_id":"L1","item":"coffee","combo":null,"name":"Coffee","size":"regular","size_said":false,"quantity":2,"modifiers":[],"components":[],"missing":[],"out_of_stock":false,"unit_price":"1.90"}],"referent":"L1","newest_line":1}},"visit":{"lane":{"drive_thru":"d1","lane":"2"},"session_id":"6e773ef4-59db-549b-ae79-62e10e110191","vehicle_id":null,"opened_at":"2026-11-26T19:33:48.902834618Z","turn":3,"heard":true,"nudges":0,"over_caps":0,"misses":0,"upsets":0,"active_at":"2026-11-26T19:33:48.919155507Z","handoff":null,"handoff_near":null,"last_said":"Okay, that''s two regular coffees. Anything else?","offer":null,"offered":false,"undo":{"lines":[{"line_id":"L1","item":"coffee","combo":null,"name":"Coffee","size":"regular","size_said":false,"quantity":1,"modifiers":[],"components":[],"missing":[],"out_of_stock":false,"unit_price":"1.90"}],"added":[],"referent":"L1"},"recent":[{"line_id":"L1","before":{"line_id":"L1","item":"coffee","combo":null,"name":"Coffee","size":"regular","size_said":false,"quantity":1,"modifiers":[],"components":[],"missing":[],"out_of_stock":false,"unit_price":"1.90"},"gone":false},{"line_id":"L1","before":null,"gone":false}],"order_number":null,"payment_problem":false,"previous_ticket":null,"documents":{"menu":"77ffa789-7939-5842-8ebb-e51babb25714","off":"fdf3e75e-9c13-5dba-8b89-400cfab623f2","languages":"69930b67-d39e-5a4c-bc0b-5474e7d4ee88"}}}',X'6e773ef459db549bae7962e10e110191');
INSERT INTO lanes VALUES('d2','1',1,'{"state":{"state":"ordering","order":{"order_id":"f95f11ad-91c4-5414-b0bb-ff5363a8a5c0","currency":"USD","tax_rate":"0.082500","lines":[],"referent":null,"newest_line":0}},"visit":{"lane":{"drive_thru":"d2","lane":"1"},"session_id":"5ff77f5c-e8f4-5e11-a768-9ad2ee2dab4b","vehicle_id":null,"opened_at":"2026-11-26T19:33:48.938599042Z","turn":1,"heard":false,"nudges":0,"over_caps":0,"misses":0,"upsets":0,"active_at":null,"handoff":null,"handoff_near":null,"last_said":"Welcome to Larkspur Diner! What can I get for you?","offer":null,"offered":false,"undo":null,"order_number":null,"payment_problem":false,"previous_ticket":null,"documents":{"menu":"77ffa789-7939-5842-8ebb-e51babb25714","off":"fdf3e75e-9c13-5dba-8b89-400cfab623f2","languages":"69930b67-d39e-5a4c-bc0b-5474e7d4ee88"}}}',X'5ff77f5ce8f45e11a7689ad2ee2dab4b');
CREATE TABLE sessions (
        session_id  BLOB PRIMARY KEY,
        drive_thru  TEXT NOT NULL,
        lane        TEXT NOT NULL,
        end         TEXT,
        ended_at    TEXT,
        events_kept INTEGER NOT NULL DEFAULT 1
    , began_at TEXT) STRICT;
INSERT INTO sessions VALUES(X'ddfbe1a0635059e9b615b914aff8db98','d1','1','completed','2026-11-26T19:33:48.864138883Z',1,'2026-11-26T19:33:46.785726474Z');
INSERT INTO sessions VALUES(X'924e43c6e4fe51d199443d4abf5a7132','d1','1','abandoned','2026-11-26T19:33:48.899093232Z',1,'2026-11-26T19:33:48.872317340Z');
INSERT INTO sessions VALUES(X'6e773ef459db549bae7962e10e110191','d1','2',NULL,NULL,1,'2026-11-26T19:33:48.902834618Z');
INSERT INTO sessions VALUES(X'5ff77f5ce8f45e11a7689ad2ee2dab4b','d2','1',NULL,NULL,1,'2026-11-26T19:33:48.938599042Z');
CREATE TABLE events (
        drive_thru  TEXT NOT NULL,
        lane        TEXT NOT NULL,
        event_id    BLOB NOT NULL,
        fingerprint BLOB NOT NULL,
        session_id  BLOB NOT NULL,
        turn        INTEGER NOT NULL,
        seen        INTEGER,
        PRIMARY KEY (drive_thru, lane, event_id)
    ) STRICT, WITHOUT ROWID;
INSERT INTO events VALUES('d1','1',X'06d3d860a5d958cfb295e5a998297fc4',X'd7a660e91d6b58cd994fe84af4c88927',X'ddfbe1a0635059e9b615b914aff8db98',6,NULL);
INSERT INTO events VALUES('d1','1',X'1eaffff35edb54ff99f0fc71fc97348a',X'5e24cab90b9e5024b5ca467dc8c9052c',X'924e43c6e4fe51d199443d4abf5a7132',1,NULL);
INSERT INTO events VALUES('d1','1',X'2476d0678a21516385c6337bd632d7c1',X'29558dcb124353bbadbbfa825bc40852',X'924e43c6e4fe51d199443d4abf5a7132',2,NULL);
INSERT INTO events VALUES('d1','1',X'3fe629a42e8059f0878dedb19096cd22',X'199afdcc98055d73b40eeae0c26fc1e1',X'ddfbe1a0635059e9b615b914aff8db98',4,NULL);
INSERT INTO events VALUES('d1','1',X'42d2b2607d1d562abd940f9f946f2a76',X'589ed314b2eb5f13b354cce0196c01ff',X'924e43c6e4fe51d199443d4abf5a7132',4,NULL);
INSERT INTO events VALUES('d1','1',X'50ff48ba0fe25ae68d934bdc29aae232',X'53ec3c5e54015a8084b60e2cd2045b1d',X'ddfbe1a0635059e9b615b914aff8db98',3,NULL);
INSERT INTO events VALUES('d1','1',X'5f3de8a6f57657d2982dc8830009e709',X'949153b0d5405a48b8b5d32bf743b150',X'ddfbe1a0635059e9b615b914aff8db98',5,NULL);
INSERT INTO events VALUES('d1','1',X'6996ca4c8d605c5d93ed9902ee46fc4e',X'33346808324f52c7bad1d0bb0cc928ff',X'ddfbe1a0635059e9b615b914aff8db98',2,NULL);
INSERT INTO events VALUES('d1','1',X'c31bab0c8b75595a9ee558fb8a2c231c',X'c2120210149d5d319e0edf25b10ef03e',X'924e43c6e4fe51d199443d4abf5a7132',3,NULL);
INSERT INTO events VALUES('d1','1',X'f00a3c727ea650e2920454c7a562b62f',X'f9ae960fbe3552e39b21ef9a650d7128',X'ddfbe1a0635059e9b615b914aff8db98',1,NULL);
INSERT INTO events VALUES('d1','2',X'10657a818a155132aef2a9b1e90ebee0',X'e3eaac5f794b5e69891dc0d408da4265',X'6e773ef459db549bae7962e10e110191',1,NULL);
INSERT INTO events VALUES('d1','2',X'1fa51f4a545156ba8f27130c1a493bf2',X'f2dc2ae211e85a3caec9974e734e67f7',X'6e773ef459db549bae7962e10e110191',2,NULL);
INSERT INTO events VALUES('d1','2',X'ea7dd071e2025845a1b0450ef16f1642',X'3364d92c209e5abfaab4e4eaf5c939c0',X'6e773ef459db549bae7962e10e110191',3,NULL);
INSERT INTO events VALUES('d2','1',X'fa9cb67752555a42a0d2536810762665',X'245e04519c3f51f9818999980fc72035',X'5ff77f5ce8f45e11a7689ad2ee2dab4b',1,NULL);
CREATE TABLE audit (
        session_id   BLOB NOT NULL,
        seq          INTEGER NOT NULL,
        at           TEXT NOT NULL,
        menu_version TEXT NOT NULL,
        event        TEXT NOT NULL,
        turn         TEXT NOT NULL, actor TEXT,
        PRIMARY KEY (session_id, seq)
    ) STRICT;
INSERT INTO audit VALUES(X'ddfbe1a0635059e9b615b914aff8db98',1,'2026-11-26T19:33:46.785726474Z','1','{"id":"f00a3c72-7ea6-50e2-9204-54c7a562b62f","type":"car_detected"}','{"turn":1,"event_id":"f00a3c72-7ea6-50e2-9204-54c7a562b62f","drive_thru":"d1","lane":"1","session_id":"ddfbe1a0-6350-59e9-b615-b914aff8db98","at":"2026-11-26T19:33:46.785726474Z","state":"ordering","expectation":"free_form_ordering","transitions":[{"row":"D01","from":"idle","event":"CAR_DETECTED","guard":null,"to":"ordering","actions":["open_session","greet"]}],"refused":[],"say":{"kind":"greet","text":"Welcome to Larkspur Diner! What can I get for you?"},"cancel_tts":false,"question":null,"acts":[],"parser":null,"diffs":[],"order":{"order_id":"6ef3321e-47c9-5b53-b2f5-036913c3df73","status":"open","referent":null,"currency":"USD","lines":[],"subtotal":"0.00","tax":"0.00","total":"0.00"},"offer":null,"proposal":null,"ticket":null,"handoff":null,"documents":{"menu":"77ffa789-7939-5842-8ebb-e51babb25714","off":"fdf3e75e-9c13-5dba-8b89-400cfab623f2","languages":"69930b67-d39e-5a4c-bc0b-5474e7d4ee88"}}',NULL);
INSERT INTO audit VALUES(X'ddfbe1a0635059e9b615b914aff8db98',2,'2026-11-26T19:33:46.791386414Z','1','{"id":"6996ca4c-8d60-5c5d-93ed-9902ee46fc4e","text":"two club sandwiches and a coffee","type":"utterance"}','{"turn":2,"event_id":"6996ca4c-8d60-5c5d-93ed-9902ee46fc4e","drive_thru":"d1","lane":"1","session_id":"ddfbe1a0-6350-59e9-b615-b914aff8db98","at":"2026-11-26T19:33:46.791386414Z","state":"ordering","expectation":"free_form_ordering","transitions":[{"row":"S01","from":"ordering","event":"UTTERANCE_OK","guard":null,"to":"ordering","actions":["apply","set_referent"]}],"refused":[],"say":{"kind":"acknowledge","text":"Two club sandwiches and a regular coffee. Anything else?"},"cancel_tts":false,"question":null,"acts":[{"act":"order","ops":[{"op":"add","item":"club_sandwich","combo":null,"size":null,"quantity":2,"modifiers":[],"components":[]},{"op":"add","item":"coffee","combo":null,"size":null,"quantity":1,"modifiers":[],"components":[]}],"unresolved":[]}],"parser":{"agent":"grammar","confidence":0.9608342772032357},"diffs":[{"op":"add","line_id":"L1","quantity":2},{"op":"add","line_id":"L2","quantity":1}],"order":{"order_id":"6ef3321e-47c9-5b53-b2f5-036913c3df73","status":"open","referent":"L2","currency":"USD","lines":[{"line_id":"L1","item":"club_sandwich","combo":null,"name":"Club sandwich","size":null,"quantity":2,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"8.20","price":"16.40"},{"line_id":"L2","item":"coffee","combo":null,"name":"Coffee","size":"regular","quantity":1,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"1.90","price":"1.90"}],"subtotal":"18.30","tax":"1.51","total":"19.81"},"offer":null,"proposal":null,"ticket":null,"handoff":null}',NULL);
INSERT INTO audit VALUES(X'ddfbe1a0635059e9b615b914aff8db98',3,'2026-11-26T19:33:46.819034389Z','1','{"id":"50ff48ba-0fe2-5ae6-8d93-4bdc29aae232","text":"that''s all","type":"utterance"}','{"turn":3,"event_id":"50ff48ba-0fe2-5ae6-8d93-4bdc29aae232","drive_thru":"d1","lane":"1","session_id":"ddfbe1a0-6350-59e9-b615-b914aff8db98","at":"2026-11-26T19:33:46.819034389Z","state":"confirming","expectation":"yes_no_or_changes","transitions":[{"row":"S03","from":"ordering","event":"USER_SAYS_DONE","guard":"has_order","to":"confirming","actions":["summarize"]}],"refused":[],"say":{"kind":"summarize","text":"So that''s two club sandwiches and a regular coffee. Your total is $19.81. Is that right?"},"cancel_tts":false,"question":null,"acts":[{"act":"done"}],"parser":{"agent":"grammar","confidence":0.98},"diffs":[],"order":{"order_id":"6ef3321e-47c9-5b53-b2f5-036913c3df73","status":"open","referent":"L2","currency":"USD","lines":[{"line_id":"L1","item":"club_sandwich","combo":null,"name":"Club sandwich","size":null,"quantity":2,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"8.20","price":"16.40"},{"line_id":"L2","item":"coffee","combo":null,"name":"Coffee","size":"regular","quantity":1,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"1.90","price":"1.90"}],"subtotal":"18.30","tax":"1.51","total":"19.81"},"offer":null,"proposal":null,"ticket":null,"handoff":null}',NULL);
INSERT INTO audit VALUES(X'ddfbe1a0635059e9b615b914aff8db98',4,'2026-11-26T19:33:46.835370085Z','1','{"id":"3fe629a4-2e80-59f0-878d-edb19096cd22","text":"yes","type":"utterance"}','{"turn":4,"event_id":"3fe629a4-2e80-59f0-878d-edb19096cd22","drive_thru":"d1","lane":"1","session_id":"ddfbe1a0-6350-59e9-b615-b914aff8db98","at":"2026-11-26T19:33:46.835370085Z","state":"closing","expectation":"closing","transitions":[{"row":"S15","from":"confirming","event":"USER_CONFIRMS","guard":"!incomplete","to":"closing","actions":["finalize_ticket"]}],"refused":[],"say":{"kind":"close","text":"Thank you! Your total is $19.81. Please pull forward to the window."},"cancel_tts":false,"question":null,"acts":[{"act":"yes"}],"parser":{"agent":"grammar","confidence":0.98},"diffs":[],"order":{"order_id":"6ef3321e-47c9-5b53-b2f5-036913c3df73","status":"frozen","referent":"L2","currency":"USD","lines":[{"line_id":"L1","item":"club_sandwich","combo":null,"name":"Club sandwich","size":null,"quantity":2,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"8.20","price":"16.40"},{"line_id":"L2","item":"coffee","combo":null,"name":"Coffee","size":"regular","quantity":1,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"1.90","price":"1.90"}],"subtotal":"18.30","tax":"1.51","total":"19.81"},"offer":null,"proposal":null,"ticket":{"ticket_id":"1983fe65-6c3f-5de5-b9b1-dc673a80d3fe","revision":1,"status":"pending","payment":"none"},"handoff":null}',NULL);
INSERT INTO audit VALUES(X'ddfbe1a0635059e9b615b914aff8db98',5,'2026-11-26T19:33:46.870265206Z','1','{"id":"5f3de8a6-f576-57d2-982d-c8830009e709","pos_reference":null,"ticket_id":"1983fe65-6c3f-5de5-b9b1-dc673a80d3fe","type":"ticket_acknowledged"}','{"turn":5,"event_id":"5f3de8a6-f576-57d2-982d-c8830009e709","drive_thru":"d1","lane":"1","session_id":"ddfbe1a0-6350-59e9-b615-b914aff8db98","at":"2026-11-26T19:33:46.870265206Z","state":"closing","expectation":"closing","transitions":[{"row":"D54","from":"closing","event":"TICKET_ACKNOWLEDGED","guard":null,"to":"closing","actions":["mark_acknowledged"]}],"refused":[],"say":null,"cancel_tts":false,"question":null,"acts":[],"parser":null,"diffs":[],"order":{"order_id":"6ef3321e-47c9-5b53-b2f5-036913c3df73","status":"frozen","referent":"L2","currency":"USD","lines":[{"line_id":"L1","item":"club_sandwich","combo":null,"name":"Club sandwich","size":null,"quantity":2,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"8.20","price":"16.40"},{"line_id":"L2","item":"coffee","combo":null,"name":"Coffee","size":"regular","quantity":1,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"1.90","price":"1.90"}],"subtotal":"18.30","tax":"1.51","total":"19.81"},"offer":null,"proposal":null,"ticket":{"ticket_id":"1983fe65-6c3f-5de5-b9b1-dc673a80d3fe","revision":1,"status":"acknowledged","payment":"none"},"handoff":null}',NULL);
INSERT INTO audit VALUES(X'ddfbe1a0635059e9b615b914aff8db98',6,'2026-11-26T19:33:48.864138883Z','1','{"id":"06d3d860-a5d9-58cf-b295-e5a998297fc4","type":"car_left"}','{"turn":6,"event_id":"06d3d860-a5d9-58cf-b295-e5a998297fc4","drive_thru":"d1","lane":"1","session_id":"ddfbe1a0-6350-59e9-b615-b914aff8db98","at":"2026-11-26T19:33:48.864138883Z","state":"idle","expectation":"none","transitions":[{"row":"S19","from":"closing","event":"ORDER_COMPLETE","guard":null,"to":"idle","actions":["cleanup"]}],"refused":[],"say":null,"cancel_tts":false,"question":null,"acts":[],"parser":null,"diffs":[],"order":{"order_id":"6ef3321e-47c9-5b53-b2f5-036913c3df73","status":"placed","referent":"L2","currency":"USD","lines":[{"line_id":"L1","item":"club_sandwich","combo":null,"name":"Club sandwich","size":null,"quantity":2,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"8.20","price":"16.40"},{"line_id":"L2","item":"coffee","combo":null,"name":"Coffee","size":"regular","quantity":1,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"1.90","price":"1.90"}],"subtotal":"18.30","tax":"1.51","total":"19.81"},"offer":null,"proposal":null,"ticket":{"ticket_id":"1983fe65-6c3f-5de5-b9b1-dc673a80d3fe","revision":1,"status":"acknowledged","payment":"none"},"handoff":null}',NULL);
INSERT INTO audit VALUES(X'924e43c6e4fe51d199443d4abf5a7132',1,'2026-11-26T19:33:48.872317340Z','1','{"id":"1eaffff3-5edb-54ff-99f0-fc71fc97348a","type":"car_detected"}','{"turn":1,"event_id":"1eaffff3-5edb-54ff-99f0-fc71fc97348a","drive_thru":"d1","lane":"1","session_id":"924e43c6-e4fe-51d1-9944-3d4abf5a7132","at":"2026-11-26T19:33:48.87231734Z","state":"ordering","expectation":"free_form_ordering","transitions":[{"row":"D01","from":"idle","event":"CAR_DETECTED","guard":null,"to":"ordering","actions":["open_session","greet"]}],"refused":[],"say":{"kind":"greet","text":"Welcome to Larkspur Diner! What can I get for you?"},"cancel_tts":false,"question":null,"acts":[],"parser":null,"diffs":[],"order":{"order_id":"b76246af-d70c-5173-804e-c67ac92e4638","status":"open","referent":null,"currency":"USD","lines":[],"subtotal":"0.00","tax":"0.00","total":"0.00"},"offer":null,"proposal":null,"ticket":null,"handoff":null,"documents":{"menu":"77ffa789-7939-5842-8ebb-e51babb25714","off":"fdf3e75e-9c13-5dba-8b89-400cfab623f2","languages":"69930b67-d39e-5a4c-bc0b-5474e7d4ee88"}}',NULL);
INSERT INTO audit VALUES(X'924e43c6e4fe51d199443d4abf5a7132',2,'2026-11-26T19:33:48.879076986Z','1','{"id":"2476d067-8a21-5163-85c6-337bd632d7c1","text":"a coffee","type":"utterance"}','{"turn":2,"event_id":"2476d067-8a21-5163-85c6-337bd632d7c1","drive_thru":"d1","lane":"1","session_id":"924e43c6-e4fe-51d1-9944-3d4abf5a7132","at":"2026-11-26T19:33:48.879076986Z","state":"ordering","expectation":"free_form_ordering","transitions":[{"row":"S01","from":"ordering","event":"UTTERANCE_OK","guard":null,"to":"ordering","actions":["apply","set_referent"]}],"refused":[],"say":{"kind":"acknowledge","text":"A regular coffee. Anything else?"},"cancel_tts":false,"question":null,"acts":[{"act":"order","ops":[{"op":"add","item":"coffee","combo":null,"size":null,"quantity":1,"modifiers":[],"components":[]}],"unresolved":[]}],"parser":{"agent":"grammar","confidence":0.9608342772032357},"diffs":[{"op":"add","line_id":"L1","quantity":1}],"order":{"order_id":"b76246af-d70c-5173-804e-c67ac92e4638","status":"open","referent":"L1","currency":"USD","lines":[{"line_id":"L1","item":"coffee","combo":null,"name":"Coffee","size":"regular","quantity":1,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"1.90","price":"1.90"}],"subtotal":"1.90","tax":"0.16","total":"2.06"},"offer":null,"proposal":null,"ticket":null,"handoff":null}',NULL);
INSERT INTO audit VALUES(X'924e43c6e4fe51d199443d4abf5a7132',3,'2026-11-26T19:33:48.891524383Z','1','{"id":"c31bab0c-8b75-595a-9ee5-58fb8a2c231c","type":"barge_in"}','{"turn":3,"event_id":"c31bab0c-8b75-595a-9ee5-58fb8a2c231c","drive_thru":"d1","lane":"1","session_id":"924e43c6-e4fe-51d1-9944-3d4abf5a7132","at":"2026-11-26T19:33:48.891524383Z","state":"ordering","expectation":"free_form_ordering","transitions":[{"row":"G09","from":"ordering","event":"BARGE_IN","guard":null,"to":"ordering","actions":["cancel_tts"]}],"refused":[],"say":null,"cancel_tts":true,"question":null,"acts":[],"parser":null,"diffs":[],"order":{"order_id":"b76246af-d70c-5173-804e-c67ac92e4638","status":"open","referent":"L1","currency":"USD","lines":[{"line_id":"L1","item":"coffee","combo":null,"name":"Coffee","size":"regular","quantity":1,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"1.90","price":"1.90"}],"subtotal":"1.90","tax":"0.16","total":"2.06"},"offer":null,"proposal":null,"ticket":null,"handoff":null}',NULL);
INSERT INTO audit VALUES(X'924e43c6e4fe51d199443d4abf5a7132',4,'2026-11-26T19:33:48.899093232Z','1','{"id":"42d2b260-7d1d-562a-bd94-0f9f946f2a76","type":"car_left"}','{"turn":4,"event_id":"42d2b260-7d1d-562a-bd94-0f9f946f2a76","drive_thru":"d1","lane":"1","session_id":"924e43c6-e4fe-51d1-9944-3d4abf5a7132","at":"2026-11-26T19:33:48.899093232Z","state":"idle","expectation":"none","transitions":[{"row":"G10","from":"ordering","event":"SESSION_END","guard":null,"to":"idle","actions":["cleanup"]}],"refused":[],"say":null,"cancel_tts":false,"question":null,"acts":[],"parser":null,"diffs":[],"order":{"order_id":"b76246af-d70c-5173-804e-c67ac92e4638","status":"open","referent":"L1","currency":"USD","lines":[{"line_id":"L1","item":"coffee","combo":null,"name":"Coffee","size":"regular","quantity":1,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"1.90","price":"1.90"}],"subtotal":"1.90","tax":"0.16","total":"2.06"},"offer":null,"proposal":null,"ticket":null,"handoff":null}',NULL);
INSERT INTO audit VALUES(X'6e773ef459db549bae7962e10e110191',1,'2026-11-26T19:33:48.902834618Z','1','{"id":"10657a81-8a15-5132-aef2-a9b1e90ebee0","type":"car_detected"}','{"turn":1,"event_id":"10657a81-8a15-5132-aef2-a9b1e90ebee0","drive_thru":"d1","lane":"2","session_id":"6e773ef4-59db-549b-ae79-62e10e110191","at":"2026-11-26T19:33:48.902834618Z","state":"ordering","expectation":"free_form_ordering","transitions":[{"row":"D01","from":"idle","event":"CAR_DETECTED","guard":null,"to":"ordering","actions":["open_session","greet"]}],"refused":[],"say":{"kind":"greet","text":"Welcome to Larkspur Diner! What can I get for you?"},"cancel_tts":false,"question":null,"acts":[],"parser":null,"diffs":[],"order":{"order_id":"775b3bf3-f694-5216-a73f-aa838237b98c","status":"open","referent":null,"currency":"USD","lines":[],"subtotal":"0.00","tax":"0.00","total":"0.00"},"offer":null,"proposal":null,"ticket":null,"handoff":null,"documents":{"menu":"77ffa789-7939-5842-8ebb-e51babb25714","off":"fdf3e75e-9c13-5dba-8b89-400cfab623f2","languages":"69930b67-d39e-5a4c-bc0b-5474e7d4ee88"}}',NULL);
INSERT INTO audit VALUES(X'6e773ef459db549bae7962e10e110191',2,'2026-11-26T19:33:48.912297235Z','1','{"id":"1fa51f4a-5451-56ba-8f27-130c1a493bf2","text":"a coffee","type":"utterance"}','{"turn":2,"event_id":"1fa51f4a-5451-56ba-8f27-130c1a493bf2","drive_thru":"d1","lane":"2","session_id":"6e773ef4-59db-549b-ae79-62e10e110191","at":"2026-11-26T19:33:48.912297235Z","state":"ordering","expectation":"free_form_ordering","transitions":[{"row":"S01","from":"ordering","event":"UTTERANCE_OK","guard":null,"to":"ordering","actions":["apply","set_referent"]}],"refused":[],"say":{"kind":"acknowledge","text":"A regular coffee. Anything else?"},"cancel_tts":false,"question":null,"acts":[{"act":"order","ops":[{"op":"add","item":"coffee","combo":null,"size":null,"quantity":1,"modifiers":[],"components":[]}],"unresolved":[]}],"parser":{"agent":"grammar","confidence":0.9608342772032357},"diffs":[{"op":"add","line_id":"L1","quantity":1}],"order":{"order_id":"775b3bf3-f694-5216-a73f-aa838237b98c","status":"open","referent":"L1","currency":"USD","lines":[{"line_id":"L1","item":"coffee","combo":null,"name":"Coffee","size":"regular","quantity":1,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"1.90","price":"1.90"}],"subtotal":"1.90","tax":"0.16","total":"2.06"},"offer":null,"proposal":null,"ticket":null,"handoff":null}',NULL);
INSERT INTO audit VALUES(X'6e773ef459db549bae7962e10e110191',3,'2026-11-26T19:33:48.919155507Z','1','{"id":"ea7dd071-e202-5845-a1b0-450ef16f1642","text":"make that two","type":"utterance"}','{"turn":3,"event_id":"ea7dd071-e202-5845-a1b0-450ef16f1642","drive_thru":"d1","lane":"2","session_id":"6e773ef4-59db-549b-ae79-62e10e110191","at":"2026-11-26T19:33:48.919155507Z","state":"ordering","expectation":"free_form_ordering","transitions":[{"row":"S01","from":"ordering","event":"UTTERANCE_OK","guard":null,"to":"ordering","actions":["apply","set_referent"]}],"refused":[],"say":{"kind":"acknowledge","text":"Okay, that''s two regular coffees. Anything else?"},"cancel_tts":false,"question":null,"acts":[{"act":"order","ops":[{"op":"modify","target":{"referent":true},"size":null,"combo":null,"quantity":2,"modifiers":[],"split":null}],"unresolved":[]}],"parser":{"agent":"grammar","confidence":0.9608342772032357},"diffs":[{"op":"change","line_id":"L1","quantity":2}],"order":{"order_id":"775b3bf3-f694-5216-a73f-aa838237b98c","status":"open","referent":"L1","currency":"USD","lines":[{"line_id":"L1","item":"coffee","combo":null,"name":"Coffee","size":"regular","quantity":2,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"1.90","price":"3.80"}],"subtotal":"3.80","tax":"0.31","total":"4.11"},"offer":null,"proposal":null,"ticket":null,"handoff":null}',NULL);
INSERT INTO audit VALUES(X'5ff77f5ce8f45e11a7689ad2ee2dab4b',1,'2026-11-26T19:33:48.938599042Z','1','{"id":"fa9cb677-5255-5a42-a0d2-536810762665","type":"car_detected"}','{"turn":1,"event_id":"fa9cb677-5255-5a42-a0d2-536810762665","drive_thru":"d2","lane":"1","session_id":"5ff77f5c-e8f4-5e11-a768-9ad2ee2dab4b","at":"2026-11-26T19:33:48.938599042Z","state":"ordering","expectation":"free_form_ordering","transitions":[{"row":"D01","from":"idle","event":"CAR_DETECTED","guard":null,"to":"ordering","actions":["open_session","greet"]}],"refused":[],"say":{"kind":"greet","text":"Welcome to Larkspur Diner! What can I get for you?"},"cancel_tts":false,"question":null,"acts":[],"parser":null,"diffs":[],"order":{"order_id":"f95f11ad-91c4-5414-b0bb-ff5363a8a5c0","status":"open","referent":null,"currency":"USD","lines":[],"subtotal":"0.00","tax":"0.00","total":"0.00"},"offer":null,"proposal":null,"ticket":null,"handoff":null,"documents":{"menu":"77ffa789-7939-5842-8ebb-e51babb25714","off":"fdf3e75e-9c13-5dba-8b89-400cfab623f2","languages":"69930b67-d39e-5a4c-bc0b-5474e7d4ee88"}}',NULL);
CREATE TABLE tickets (
        ticket_id     BLOB PRIMARY KEY,
        drive_thru    TEXT NOT NULL,
        lane          TEXT NOT NULL,
        status        TEXT NOT NULL,
        payment       TEXT NOT NULL,
        pos_reference TEXT,
        message       TEXT NOT NULL
    , made_at TEXT GENERATED ALWAYS AS (
        substr(message ->> '$.timestamp', 1, 19) || '.' ||
        substr(rtrim(substr(message ->> '$.timestamp', 21), 'Z') || '000000000', 1, 9) || 'Z'
    ) VIRTUAL) STRICT;
INSERT INTO tickets VALUES(X'1983fe656c3f5de5b9b1dc673a80d3fe','d1','1','acknowledged','none',NULL,'{"timestamp":"2026-11-26T19:33:46.835370085Z","type":"ticket.created","data":{"ticket_id":"1983fe65-6c3f-5de5-b9b1-dc673a80d3fe","order_id":"6ef3321e-47c9-5b53-b2f5-036913c3df73","revision":1,"replaces":null,"drive_thru":"d1","lane":"1","session_id":"ddfbe1a0-6350-59e9-b615-b914aff8db98","order_number":1,"business_date":"2026-11-26","dining_option":"drive_thru","channel":"voice","lines":[{"line_id":"L1","item":"club_sandwich","combo":null,"name":"Club sandwich","size":null,"quantity":2,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"8.20","price":"16.40"},{"line_id":"L2","item":"coffee","combo":null,"name":"Coffee","size":"regular","quantity":1,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"1.90","price":"1.90"}],"currency":"USD","subtotal":"18.30","tax":"1.51","total":"19.81"}}');
CREATE TABLE ticket_notes (
        id        INTEGER PRIMARY KEY,
        ticket_id BLOB NOT NULL,
        at        TEXT NOT NULL,
        what      TEXT NOT NULL,
        detail    TEXT
    , said_as BLOB, actor TEXT) STRICT;
INSERT INTO ticket_notes VALUES(1,X'1983fe656c3f5de5b9b1dc673a80d3fe','2026-11-26T19:33:46.870265206Z','acknowledged',NULL,NULL,NULL);
INSERT INTO ticket_notes VALUES(2,X'1983fe656c3f5de5b9b1dc673a80d3fe','2026-11-26T19:33:46.878004589Z','delivered','ticket.created',NULL,NULL);
CREATE TABLE outbox (
        id              INTEGER PRIMARY KEY AUTOINCREMENT,
        drive_thru      TEXT NOT NULL,
        lane            TEXT NOT NULL,
        message         TEXT NOT NULL,
        stored_at       TEXT NOT NULL,
        attempts        INTEGER NOT NULL DEFAULT 0,
        next_attempt_at TEXT NOT NULL,
        state           TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'dead'))
    , claims INTEGER NOT NULL DEFAULT 0, claimed_until TEXT) STRICT;
INSERT INTO outbox VALUES(1,'d1','1','{"timestamp":"2026-11-26T19:33:46.835370085Z","type":"ticket.created","data":{"ticket_id":"1983fe65-6c3f-5de5-b9b1-dc673a80d3fe","order_id":"6ef3321e-47c9-5b53-b2f5-036913c3df73","revision":1,"replaces":null,"drive_thru":"d1","lane":"1","session_id":"ddfbe1a0-6350-59e9-b615-b914aff8db98","order_number":1,"business_date":"2026-11-26","dining_option":"drive_thru","channel":"voice","lines":[{"line_id":"L1","item":"club_sandwich","combo":null,"name":"Club sandwich","size":null,"quantity":2,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"8.20","price":"16.40"},{"line_id":"L2","item":"coffee","combo":null,"name":"Coffee","size":"regular","quantity":1,"modifiers":[],"components":[],"incomplete":[],"out_of_stock":false,"unit_price":"1.90","price":"1.90"}],"currency":"USD","subtotal":"18.30","tax":"1.51","total":"19.81"}}','2026-11-26T19:33:46.842470137Z',0,'1970-01-01T00:00:00.000000000Z','delivered',1,'2026-11-26T19:33:52.861961383Z');
CREATE TABLE menus (drive_thru TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT;
CREATE TABLE availability (
        drive_thru TEXT NOT NULL,
        item       TEXT NOT NULL,
        available  INTEGER NOT NULL, until TEXT,
        PRIMARY KEY (drive_thru, item)
    ) STRICT, WITHOUT ROWID;
CREATE TABLE probe (probes INTEGER NOT NULL) STRICT;
INSERT INTO probe VALUES(0);
CREATE TABLE feed (
        id         INTEGER PRIMARY KEY,
        drive_thru TEXT NOT NULL,
        lane       TEXT NOT NULL,
        session_id BLOB,
        seq        INTEGER,
        ticket_id  BLOB
    ) STRICT;
INSERT INTO feed VALUES(1795721624007,'','',NULL,NULL,NULL);
INSERT INTO feed VALUES(1795721624008,'d1','1',X'ddfbe1a0635059e9b615b914aff8db98',1,NULL);
INSERT INTO feed VALUES(1795721624009,'d1','1',X'ddfbe1a0635059e9b615b914aff8db98',2,NULL);
INSERT INTO feed VALUES(1795721624010,'d1','1',X'ddfbe1a0635059e9b615b914aff8db98',3,NULL);
INSERT INTO feed VALUES(1795721624011,'d1','1',X'ddfbe1a0635059e9b615b914aff8db98',4,NULL);
INSERT INTO feed VALUES(1795721624012,'d1','1',NULL,NULL,X'1983fe656c3f5de5b9b1dc673a80d3fe');
INSERT INTO feed VALUES(1795721624013,'d1','1',X'ddfbe1a0635059e9b615b914aff8db98',5,NULL);
INSERT INTO feed VALUES(1795721624014,'d1','1',NULL,NULL,X'1983fe656c3f5de5b9b1dc673a80d3fe');
INSERT INTO feed VALUES(1795721624015,'d1','1',NULL,NULL,X'1983fe656c3f5de5b9b1dc673a80d3fe');
INSERT INTO feed VALUES(1795721624016,'d1','1',NULL,NULL,X'1983fe656c3f5de5b9b1dc673a80d3fe');
INSERT INTO feed VALUES(1795721624017,'d1','1',X'ddfbe1a0635059e9b615b914aff8db98',6,NULL);
INSERT INTO feed VALUES(1795721624018,'d1','1',X'924e43c6e4fe51d199443d4abf5a7132',1,NULL);
INSERT INTO feed VALUES(1795721624019,'d1','1',X'924e43c6e4fe51d199443d4abf5a7132',2,NULL);
INSERT INTO feed VALUES(1795721624020,'d1','1',X'924e43c6e4fe51d199443d4abf5a7132',3,NULL);
INSERT INTO feed VALUES(1795721624021,'d1','1',X'924e43c6e4fe51d199443d4abf5a7132',4,NULL);
INSERT INTO feed VALUES(1795721624022,'d1','2',X'6e773ef459db549bae7962e10e110191',1,NULL);
INSERT INTO feed VALUES(1795721624023,'d1','2',X'6e773ef459db549bae7962e10e110191',2,NULL);
INSERT INTO feed VALUES(1795721624024,'d1','2',X'6e773ef459db549bae7962e10e110191',3,NULL);
INSERT INTO feed VALUES(1795721624025,'d2','1',X'5ff77f5ce8f45e11a7689ad2ee2dab4b',1,NULL);
CREATE TABLE documents (hash BLOB PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO documents VALUES(X'77ffa789793958428ebbe51babb25714','{"categories":[{"dayparts":["breakfast","brunch"],"id":"breakfast","name":"Breakfast"},{"id":"mains","name":"Mains"},{"id":"drinks","name":"Drinks"}],"combos":[{"dayparts":["lunch"],"id":"club_combo","main":"club_sandwich","name":"Club combo","price":"9.80","slots":[{"category":"drinks","default":"coffee","id":"drink"}]}],"currency":"USD","dayparts":[{"days":["mon","tue","wed","thu","fri"],"from":"05:00","id":"breakfast","to":"10:30"},{"days":["sat","sun"],"from":"07:00","id":"brunch","to":"13:00"},{"from":"11:00","id":"lunch","to":"15:00"},{"from":"22:00","id":"late","to":"02:00"}],"format":2,"id":"larkspur-diner","items":[{"aliases":["burrito"],"allergens":["egg","wheat"],"category":"breakfast","id":"breakfast_burrito","included":["salsa"],"modifier_groups":["fillings"],"name":"Breakfast burrito","price":"6.50","substitutes":["club_sandwich"]},{"allergens":["egg","milk","wheat"],"category":"breakfast","id":"pancakes","name":"Pancakes","price":"5.80"},{"allergens":["egg","wheat"],"category":"mains","id":"club_sandwich","modifier_groups":["fillings"],"name":"Club sandwich","price":"8.20"},{"allergens":[],"category":"mains","dayparts":["late"],"id":"chili_fries","name":"Chili fries","price":"4.90"},{"allergens":[],"category":"drinks","default_size":"regular","id":"coffee","name":"Coffee","sizes":[{"id":"regular","name":"Regular","price":"1.90"},{"id":"large","name":"Large","price":"2.40"}]}],"locale":"en-US","modifier_groups":[{"id":"fillings","max":3,"modifiers":[{"allergens":["milk"],"id":"cheese","name":"Cheese","price":"0.60"},{"allergens":[],"id":"salsa","name":"Salsa","price":"0.00"},{"allergens":[],"id":"bacon","name":"Bacon","price":"1.20"}],"name":"Fillings"}],"name":"Larkspur Diner","tax_rate":"0.0825","version":1}');
INSERT INTO documents VALUES(X'fdf3e75e9c135dba8b89400cfab623f2','{"items":[]}');
CREATE TABLE order_numbers (
        drive_thru    TEXT NOT NULL,
        business_date TEXT NOT NULL,
        order_id      BLOB NOT NULL,
        number        INTEGER NOT NULL,
        PRIMARY KEY (drive_thru, business_date, order_id),
        UNIQUE (drive_thru, business_date, number)
    ) STRICT, WITHOUT ROWID;
INSERT INTO order_numbers VALUES('d1','2026-11-26',X'6ef3321e47c95b53b2f5036913c3df73',1);
CREATE TABLE houses (drive_thru TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE identity (one INTEGER PRIMARY KEY CHECK (one = 1), identity BLOB NOT NULL) STRICT;
INSERT INTO identity VALUES(1,X'c55bda168bec49e29fd832b1c7fd1e3b');
CREATE TABLE passes (hash TEXT PRIMARY KEY, key_id TEXT NOT NULL, expires_at TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE house_rules (drive_thru TEXT PRIMARY KEY, document TEXT NOT NULL) STRICT, WITHOUT ROWID;
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('outbox',1);
CREATE INDEX lanes_active ON lanes (drive_thru, lane) WHERE session_id IS NOT NULL;
CREATE INDEX sessions_to_forget ON sessions (ended_at) WHERE ended_at IS NOT NULL AND events_kept = 1;
CREATE INDEX events_of_session ON events (session_id);
CREATE INDEX notes_of_ticket ON ticket_notes (ticket_id, id);
CREATE INDEX outbox_pending ON outbox (drive_thru, lane, id) WHERE state = 'pending';
CREATE INDEX tickets_newest ON tickets (drive_thru, made_at, ticket_id);
CREATE INDEX tickets_newest_by_status ON tickets (drive_thru, status, made_at, ticket_id);
CREATE UNIQUE INDEX notes_said_once ON ticket_notes (ticket_id, said_as) WHERE said_as IS NOT NULL;
CREATE INDEX feed_of_drive_thru ON feed (drive_thru, id);
CREATE VIEW lane_records AS
        SELECT *, (SELECT turn FROM audit WHERE audit.session_id = lanes.session_id ORDER BY seq DESC LIMIT 1) AS last_turn
        FROM lanes;
CREATE INDEX sessions_ended ON sessions (drive_thru, ended_at);
CREATE INDEX passes_to_forget ON passes (expires_at);
CREATE INDEX sessions_newest ON sessions (drive_thru, began_at, session_id);
COMMIT;
PRAGMA user_version = 13;
