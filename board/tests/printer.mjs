// A receipt printer on the network that does what a test wants of it.

import { once } from "node:events";
import { createServer } from "node:net";

const FINE = Buffer.from([0b0001_0010]);
/** What the printer says of its paper sensor when it is out of paper. */
const OUT_OF_PAPER = Buffer.from([0b0111_0010]);
const PRINTED = Buffer.from([0]);

export class Printer {
  /** `prints`, `hangs up` in the middle of a receipt, or is `out of paper`. */
  habit = "prints";
  #server = createServer((socket) => this.#serve(socket));

  static async start() {
    const printer = new Printer();
    printer.#server.listen(0, "127.0.0.1");
    await once(printer.#server, "listening");
    // Nobody waits for a printer.
    printer.#server.unref();
    return printer;
  }

  /** What the service needs to print here. */
  get options() {
    const { address, port } = this.#server.address();
    return { CARHOP_POS_EMITTER: "escpos", CARHOP_ESCPOS_ADDRESS: `${address}:${port}` };
  }

  stop() {
    this.#server.close();
  }

  #serve(socket) {
    let paper = Buffer.alloc(0);
    // A service that is killed leaves in the middle of it.
    socket.on("error", () => socket.destroy());
    socket.on("data", (bytes) => {
      paper = Buffer.concat([paper, bytes]);
      // `DLE EOT n` asks for its state, `GS r 1` whether it has printed.
      while (paper.length >= 3 && paper[0] === 0x10 && paper[1] === 0x04) {
        socket.write(this.habit === "out of paper" ? OUT_OF_PAPER : FINE);
        paper = paper.subarray(3);
      }
      if (!paper.includes("\x1dr\x01")) return;
      paper = Buffer.alloc(0);
      if (this.habit === "hangs up") socket.destroy();
      else socket.write(PRINTED);
    });
  }
}
