import { Fragment } from 'react';

/** The text of a comment, who is addressed in it marked. */
export function CommentText({ text, names }: { text: string; names: readonly string[] }) {
  // the longest first: of 王小 and 王小明 the whole name
  const marks = [...new Set(names)].toSorted((a, b) => b.length - a.length).map((name) => `@${name}`);
  const parts: { text: string; isMark: boolean }[] = [];
  for (let at = 0, from = 0; at <= text.length; at += 1) {
    const mark = marks.find((one) => text.startsWith(one, at));
    if (mark === undefined && at < text.length) continue;
    if (at > from) parts.push({ text: text.slice(from, at), isMark: false });
    if (mark === undefined) break;
    parts.push({ text: mark, isMark: true });
    from = at + mark.length;
    at = from - 1;
  }
  return (
    <p className="th-text">
      {parts.map((part, index) =>
        part.isMark ? (
          <strong key={index} className="th-mention">
            {part.text}
          </strong>
        ) : (
          <Fragment key={index}>{part.text}</Fragment>
        ),
      )}
    </p>
  );
}
