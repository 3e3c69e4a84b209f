/** Returns a sentence with its first letter in upper case. */
export function capitalize(sentence: string): string {
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}
