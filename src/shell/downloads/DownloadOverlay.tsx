import { Button, Modal, Progress } from 'antd';
import { useSnapshot } from 'valtio';
import type { Downloads } from '../../session/downloads.ts';

/** CSS z-index above every other dialog. */
const Z_INDEX = 2500;

/** DU-001: blocks the page while files download; shows a progress bar per file and a cancel button. */
export function DownloadOverlay({ downloads }: { downloads: Downloads }) {
  const { list } = useSnapshot(downloads.state);
  const cancel = (): void => {
    for (const { id } of list) downloads.cancel(id);
  };
  return (
    <Modal
      open={list.length > 0}
      title="正在下载"
      width={420}
      centered
      closable={false}
      maskClosable={false}
      zIndex={Z_INDEX}
      transitionName=""
      maskTransitionName=""
      destroyOnHidden
      onCancel={cancel}
      footer={
        <Button onClick={cancel} data-action="cancel-download">
          取消下载
        </Button>
      }
    >
      <ul className="sf-downloads" data-downloading={list.length || undefined}>
        {list.map(({ id, name, percent }) => (
          <li key={id}>
            <span title={name}>{name}</span>
            <Progress percent={percent} aria-label={`${name} 下载进度`} />
          </li>
        ))}
      </ul>
    </Modal>
  );
}
