import { Empty, Modal } from 'antd';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { FlowImportNote } from '../../runtime/services/documents.ts';

/**
 * The report of an import of a process file, in this order: settings that need attention (level `warning`), settings
 * that were converted (`info`), and settings that stay in the file without effect (`kept`). `onGo`: called when the
 * user clicks the element of a note.
 */
export function FlowImportReport({
  notes,
  onGo,
  onClose,
}: {
  notes: readonly FlowImportNote[];
  onGo(element: string): void;
  onClose(): void;
}) {
  useReturnedFocus();
  const warnings = notes.filter(({ level }) => level === 'warning');
  const section = (title: string, entries: readonly FlowImportNote[]): React.ReactNode =>
    entries.length === 0 ? null : (
      <>
        <h4>
          {title}（{entries.length}）
        </h4>
        <ul className="fd-notes">
          {entries.map(({ element, name, message, level }) => (
            <li key={element + message} data-note={level}>
              <button type="button" className="sc-link" onClick={() => onGo(element)}>
                {name}
              </button>
              ：{message}
            </li>
          ))}
        </ul>
      </>
    );
  return (
    <Modal
      open
      width="min(760px, 94vw)"
      title="导入的结果"
      okText="知道了"
      onOk={onClose}
      onCancel={onClose}
      footer={(_buttons, { OkBtn }) => <OkBtn />}
    >
      {notes.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="文件用的都是本系统的写法，没有需要转换的" />
      ) : null}
      {section('需要您处理', warnings)}
      {section(
        '已转换',
        notes.filter(({ level }) => level === 'info'),
      )}
      {section(
        '留在文件中，在本系统不起作用',
        notes.filter(({ level }) => level === 'kept'),
      )}
    </Modal>
  );
}
