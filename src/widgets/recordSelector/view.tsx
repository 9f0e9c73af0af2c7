import { Fragment } from 'react';
import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { detailHref } from './detailHref.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { LIST_SEPARATOR } from '../shared/values.ts';
import { choicesOf } from './recordChoice.ts';
import { useReadable } from './readable.ts';
import '../shared/widgets.css';

/** The titles of the records pointed at: links where they may be opened, plain text where not. */
export function View({ node, value, label }: ViewProps<RecordSelectorNode>) {
  const choices = choicesOf(value, label, node);
  const readable = useReadable(
    node.to,
    choices.map(({ id }) => id),
  );
  return choices.map(({ id, title }, index) => {
    const known = readable.get(id);
    // an old record may have been stored without a title
    const text = title === id ? (known?.title ?? title) : title;
    return (
      <Fragment key={id}>
        {index > 0 && LIST_SEPARATOR}
        {known?.mayOpen ? (
          <a
            className="sf-link sf-relation"
            href={detailHref(node.to, id)}
            data-record={id}
            onClick={(event) => event.stopPropagation()}
          >
            {text}
          </a>
        ) : (
          text
        )}
      </Fragment>
    );
  });
}
