import { Button, Modal, Progress } from 'antd';
import { useSnapshot } from 'valtio';
import type { Downloads } from '../../session/downloads.ts';

/** Over every other dialog. */
const LAYER = 2500;

/** DU-001: the page is blocked while files come, with a bar for each and a way out. */
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
      zIndex={LAYER}
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
