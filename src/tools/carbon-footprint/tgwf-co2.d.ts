/** The part of @tgwf/co2 0.19 that is used here, because the package has no types. */
declare module "@tgwf/co2" {
  /** A model that estimates the emissions of data transfer. */
  export class co2 {
    constructor(options: { model: "swd"; version: 4 });
    /** Returns grams of CO2e. */
    perByte(bytes: number, greenHosting?: boolean): number;
  }
}
