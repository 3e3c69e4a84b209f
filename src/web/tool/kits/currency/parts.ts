export { RateChart } from "./RateChart.tsx";
export { RateHistory } from "./RateHistory.tsx";
