import { Empty, Modal, Skeleton } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { DocumentSummary } from '../../runtime/services/documents.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { useKind } from '../document/documentKind.ts';
import { AffectedList } from './AffectedList.tsx';

interface Props {
  document: DocumentSummary;
  /** Text above the list, such as the reason for opening the dialog. */
  note?: string;
  onClose(): void;
}

/** Lists the documents, menu entries, roles and dictionaries that refer to a document, with links to the references. */
export function UsesDialog({ document, note, onClose }: Props) {
  useReturnedFocus();
  const { kindName, calls } = useKind();
  const { load, reload } = useLoad(() => calls.uses(document.key), [calls, document.key]);
  const uses = load.value ?? [];
  return (
    <Modal
      open
      width="min(640px, 94vw)"
      title={`引用${kindName}“${document.name}”的地方`}
      footer={null}
      onCancel={onClose}
    >
      {note ? <p>{note}</p> : null}
      {load.state === 'error' ? (
        <Failure error={load.error} onRetry={reload} />
      ) : load.state === 'loading' ? (
        <Skeleton active />
      ) : uses.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={`没有地方引用这个${kindName}`} />
      ) : (
        <AffectedList items={uses.map((use) => ({ ...use, detail: '' }))} label="引用它的地方" />
      )}
    </Modal>
  );
}
