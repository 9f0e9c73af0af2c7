import { Fragment } from 'react';
import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { detailHref } from './detailHref.ts';
import type { ViewProps } from '../../runtime/node/faces.ts';
import { LIST_SEPARATOR } from '../shared/values.ts';
import { parseChoices } from './recordChoice.ts';
import { useTitledRecords } from './useTitledRecords.ts';
import '../shared/widgets.css';

/** The titles of the related records: a link if the user may open the record, otherwise plain text. */
export function View({ node, value, label }: ViewProps<RecordSelectorNode>) {
  const choices = parseChoices(value, label, node);
  const titledRecords = useTitledRecords(
    node.to,
    choices.map(({ id }) => id),
  );
  return choices.map(({ id, title }, index) => {
    const record = titledRecords.get(id);
    // values stored by older versions may have no title
    const text = title === id ? (record?.title ?? title) : title;
    return (
      <Fragment key={id}>
        {index > 0 && LIST_SEPARATOR}
        {record?.mayOpen ? (
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
