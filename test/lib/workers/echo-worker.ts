import { serveCalls } from "#src/lib/workers/worker-server.js";

/** A request to the worker in the tests of `WorkerClient`. */
export type EchoRequest =
  | { kind: "echo"; value: unknown }
  | { kind: "later"; value: unknown }
  | { kind: "throw"; message: string; code: string }
  | { kind: "block" }
  | { kind: "wait"; ms: number }
  | { kind: "wait-for"; gate: Int32Array }
  | { kind: "open"; gate: Int32Array }
  | { kind: "restart-deadline"; ms: number }
  | { kind: "remember"; value: unknown }
  | { kind: "recall" }
  | { kind: "exit" };

let remembered: unknown;

/** Ends the waits for a gate. */
function open(gate: Int32Array): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}

serveCalls(
  (request: EchoRequest, { restartDeadline }) => {
    switch (request.kind) {
      case "echo":
        return request.value;
      case "later":
        return Promise.resolve(request.value);
      case "throw":
        throw Object.assign(new Error(request.message), { code: request.code });
      case "block":
        for (;;);
      case "wait":
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, request.ms);
        return undefined;
      case "wait-for":
        Atomics.wait(request.gate, 0, 0);
        return undefined;
      case "open":
        open(request.gate);
        return undefined;
      case "restart-deadline":
        restartDeadline(request.ms);
        for (;;);
      case "remember":
        remembered = request.value;
        return undefined;
      case "recall":
        return remembered;
      default:
        return process.exit(3);
    }
  },
  (result) => (result instanceof Uint8Array ? [result.buffer as ArrayBuffer] : []),
);
