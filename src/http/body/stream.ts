import type { MaybePromise } from "../../lib/concurrency/maybe-promise.ts";
import { HttpError } from "../../lib/errors.ts";
import { detachBuffer } from "../../lib/workers/transferable.ts";
import type { RequestContext } from "../context.ts";
import { exemptFromRequestTimeout, limitRequestTimeout } from "../socket/request-timeout.ts";
import { closeAfter, MAX_DISCARD_MS, pauseForTurn } from "./backpressure.ts";
import { sendContinue } from "./expect-continue.ts";

/** A body must bring this many bytes in every period: 35 kB a second. */
const MIN_PROGRESS_BYTES = 1024 ** 2;
const PROGRESS_PERIOD_MS = 30_000;

/**
 * A body that its handler reads as a stream, in constant memory. Nothing is read before `read` is
 * called.
 */
export class BodyStream {
  readonly #context: RequestContext;
  readonly #maxBytes: number;

  constructor(context: RequestContext, maxBytes: number) {
    this.#context = context;
    this.#maxBytes = maxBytes;
  }

  /**
   * Calls `write` with each part, whose memory is released afterwards. Rejects as `write` does, and
   * with an HttpError: 413 over the limit, 408 when the body arrives too slowly, 400 when it ends
   * early.
   */
  read(write: WriteBytes): Promise<void> {
    return receive(this.#context, this.#maxBytes, write);
  }
}

/** Takes a part of a body; the next one comes when a promise is resolved. */
type WriteBytes = (bytes: Uint8Array) => MaybePromise<void>;

function receive(context: RequestContext, maxBytes: number, write: WriteBytes): Promise<void> {
  const { message } = context;
  exemptFromRequestTimeout(message.socket);
  sendContinue(context);
  return new Promise((resolve, reject) => {
    let size = 0;
    let sizeAtCheck = 0;
    const settle = (error?: Error) => {
      clearInterval(timer);
      message.off("data", onData).off("end", onEnd).off("close", onClose);
      limitRequestTimeout(message.socket);
      if (!error) return resolve();
      message.resume();
      closeAfter(message, MAX_DISCARD_MS);
      return reject(error);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) return settle(createTooLargeError(maxBytes));
      try {
        const writing = write(chunk);
        if (writing instanceof Promise) return waitFor(writing, chunk);
      } catch (error) {
        return settle(error as Error);
      }
      detachBuffer(chunk);
      return pauseForTurn(message, () => true);
    };
    const waitFor = (writing: Promise<void>, chunk: Buffer) => {
      message.pause();
      const resume = () => {
        detachBuffer(chunk);
        message.resume();
      };
      void writing.then(resume, settle);
    };
    const onEnd = () => settle();
    const onClose = () => settle(createAbortedError());
    const timer = setInterval(() => {
      if (size - sizeAtCheck < MIN_PROGRESS_BYTES) {
        settle(new HttpError(408, "The request took too long to arrive."));
      }
      sizeAtCheck = size;
    }, PROGRESS_PERIOD_MS);
    message.on("data", onData).on("end", onEnd).on("close", onClose);
  });
}

/** The error for a body over the limit. */
export function createTooLargeError(maxBytes: number): HttpError {
  return new HttpError(413, `The body is larger than ${maxBytes} bytes.`);
}

/** The error for a body whose client disconnected before its end. */
export function createAbortedError(): HttpError {
  return new HttpError(400, "The connection closed before the body was complete.");
}
