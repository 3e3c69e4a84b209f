/** The part of @tgwf/co2 0.19 that is used here; the package ships no types. */
declare module "@tgwf/co2" {
  /** A model of what moving bytes emits. */
  export class co2 {
    constructor(options: { model: "swd"; version: 4 });
    /** Grams of CO2e for this many bytes. */
    perByte(bytes: number, greenHosting?: boolean): number;
  }
}
