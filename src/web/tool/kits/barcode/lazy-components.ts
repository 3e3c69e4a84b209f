// One file for both, because each further one is a request.
export { BarcodeResult } from "./BarcodeResult.tsx";
export { Gs1Builder } from "./Gs1Builder.tsx";
