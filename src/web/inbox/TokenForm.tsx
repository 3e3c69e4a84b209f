import { useSignal } from "@preact/signals";
import type { JSX } from "preact";

interface TokenFormProps {
  /** True after the server rejected a token. */
  isWrong: boolean;
  open(token: string): void;
}

/** Asks for the read token of a private inbox whose address has none, or a wrong one. */
export function TokenForm({ isWrong, open }: TokenFormProps): JSX.Element {
  const token = useSignal("");
  return (
    <form
      class="panel pad open"
      onSubmit={(event) => {
        event.preventDefault();
        if (token.value.trim() !== "") open(token.value.trim());
      }}
    >
      <label for="read-token">This inbox is private. Enter its read token.</label>
      <span>
        <input
          type="password"
          id="read-token"
          autocomplete="off"
          maxLength={256}
          value={token.value}
          aria-invalid={isWrong}
          aria-describedby="read-token-problem"
          onInput={({ currentTarget }) => (token.value = currentTarget.value)}
        />
        <button class="primary">Open</button>
      </span>
      <p class="problem" id="read-token-problem" role="status">
        {isWrong && "This is not the token of this inbox."}
      </p>
    </form>
  );
}
