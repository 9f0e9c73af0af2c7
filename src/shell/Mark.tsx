/** The platform's mark: a square with a level line and its short name. */
export function Mark({ text = '检' }: { text?: string }) {
  return (
    <span className="sf-mark" aria-hidden="true">
      {text.slice(0, 1)}
    </span>
  );
}
