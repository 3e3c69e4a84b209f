export { Conversion } from "./Conversion.tsx";
export { RateChart } from "./RateChart.tsx";
export { RateHistory } from "./RateHistory.tsx";
