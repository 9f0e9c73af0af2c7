import { useMemo } from 'react';
import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { useServices } from '../../runtime/contexts.ts';
import { LazyDialog } from '../../runtime/host/LazyDialog.tsx';
import { failureText, notice } from '../../runtime/host/notice.ts';
import { useRecordParts } from '../../runtime/host/recordParts.ts';
import type { SelectablePage } from '../../runtime/services/relations.ts';
import type { RecordChoice } from './recordChoice.ts';
import { useRelationContext } from './useRelationContext.ts';

interface Props {
  node: RecordSelectorNode;
  /** The form of the new record. */
  target: Pick<SelectablePage, 'formName' | 'titleField'>;
  /** The search text, used as the start of the new record's title. */
  text: string;
  onCreated(record: RecordChoice): void;
  onClose(): void;
}

/**
 * A dialog with a new record of the target form. If the relation may refer to the created record, the record is
 * selected. Otherwise a message says that it was created but does not meet the condition.
 */
export function InPlaceCreation({ node, target, text, onCreated, onClose }: Props) {
  const services = useServices();
  const relationContext = useRelationContext(node);
  const Creation = useRecordParts()?.Creation;
  const { titleField } = target;
  const presets = useMemo(
    // a text with `${` would be read as a placeholder
    () => (titleField && text !== '' && !text.includes('${') ? { [titleField]: text } : ({} as Record<string, string>)),
    [titleField, text],
  );
  const selectCreated = async (record: RecordChoice): Promise<void> => {
    onClose();
    try {
      const { list } = await services.relations.candidates(node.to, relationContext(), {
        page: { pageNum: 1, pageSize: 1 },
        conditions: [{ field: 'id', op: 'in', value: [record.id] }],
      });
      if (list.length > 0) onCreated(record);
      else notice('warning', `“${record.title}”已新建，但不符合此处的可选条件，没有选入`);
    } catch (error) {
      notice('warning', `“${record.title}”已新建，但没有选入：${failureText(error)}`);
    }
  };
  if (!Creation) return null;
  return (
    <LazyDialog onClose={onClose}>
      <Creation
        formKey={node.to}
        formName={target.formName}
        presets={presets}
        onCreated={(record) => void selectCreated(record)}
        onClose={onClose}
      />
    </LazyDialog>
  );
}
