import { Fragment } from 'react';

/** The text of a comment with highlighted mentions. `names`: the names of the mentioned people. */
export function CommentText({ text, names }: { text: string; names: readonly string[] }) {
  // longest first, so that 王小明 is matched before 王小
  const mentions = [...new Set(names)].toSorted((a, b) => b.length - a.length).map((name) => `@${name}`);
  const parts: { text: string; isMention: boolean }[] = [];
  for (let position = 0, textStart = 0; position <= text.length; position += 1) {
    const mention = mentions.find((candidate) => text.startsWith(candidate, position));
    if (mention === undefined && position < text.length) continue;
    if (position > textStart) parts.push({ text: text.slice(textStart, position), isMention: false });
    if (mention === undefined) break;
    parts.push({ text: mention, isMention: true });
    textStart = position + mention.length;
    position = textStart - 1;
  }
  return (
    <p className="th-text">
      {parts.map((part, index) =>
        part.isMention ? (
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
