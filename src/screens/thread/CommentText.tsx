import { Fragment } from 'react';
import { splitMentions } from '../../domain/mentions.ts';

/** The text of a comment with highlighted mentions. `names`: the names of the mentioned people. */
export function CommentText({ text, names }: { text: string; names: readonly string[] }) {
  return (
    <p className="th-text">
      {splitMentions(text, names).map((part, index) =>
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
