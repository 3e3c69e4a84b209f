/**
 * Digital Carbon Ratings (sustainablewebdesign.org, model version 4, 2024): the maximum grams per
 * visit of each grade, inclusive. They are the 5th, 10th, 20th, 30th, 40th and 50th percentile of
 * the HTTP Archive.
 */
export const GRADES: readonly [grade: GradeName, maxGrams: number][] = [
  ["A+", 0.04],
  ["A", 0.079],
  ["B", 0.145],
  ["C", 0.209],
  ["D", 0.278],
  ["E", 0.359],
  ["F", Infinity],
];

/** A grade of the Digital Carbon Ratings, the best first. */
export type GradeName = "A+" | "A" | "B" | "C" | "D" | "E" | "F";
