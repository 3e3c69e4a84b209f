/** The parts of WebAssembly that we call; Node's types have none. */
declare const WebAssembly: {
  Module: new (binary: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: Record<string, unknown> };
};

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** A WebAssembly module with less memory than the 2 GiB that its file allows. */
interface LimitedModule {
  readonly memoryBytes: number;
  /** True when the module's last request for memory exceeded the limit. */
  readonly isExceeded: boolean;
  /**
   * Starts the module and returns its exports. Throws an Error for a module that exports no memory.
   */
  instantiate(imports: object): Record<string, unknown>;
}

const PAGE_BYTES = 65_536;

/** Compiles a module. Growth beyond `maxBytes` fails as it does where the machine has no memory. */
export function createLimitedModule(binary: Uint8Array, maxBytes: number): LimitedModule {
  let memory: WasmMemory | undefined;
  let isExceeded = false;
  return {
    get memoryBytes() {
      return memory?.buffer.byteLength ?? 0;
    },
    get isExceeded() {
      return isExceeded;
    },
    instantiate(imports) {
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(binary), imports);
      const exported = Object.values(exports).find(isMemory);
      if (!exported) throw new Error("the module exports no memory");
      memory = exported;
      const grow = exported.grow.bind(exported);
      exported.grow = (pages) => {
        isExceeded = exported.buffer.byteLength + pages * PAGE_BYTES > maxBytes;
        if (isExceeded) throw new RangeError("the module exceeds its memory");
        return grow(pages);
      };
      return exports;
    },
  };
}

function isMemory(value: unknown): value is WasmMemory {
  return typeof value === "object" && value !== null && "buffer" in value && "grow" in value;
}
