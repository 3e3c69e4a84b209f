import type { LabelLayout } from "../layout/label-layout.ts";

/** A row after layout. */
interface LaidOutRow {
  /** From 0. */
  row: number;
  layout: LabelLayout;
}

/** Writes the labels of one row after the other. */
export interface LabelWriter<T> {
  add(row: LaidOutRow): void;
  finish(): T;
}
