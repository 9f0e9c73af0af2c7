import { Alert, Button, Space } from 'antd';
import dayjs from 'dayjs';
import type { FormRecord } from '../../grammar/documents.ts';
import type { Draft } from './drafts.ts';

interface Props { draft: Draft; record: FormRecord | null; onRestore(): void; onDiscard(): void }

export function DraftOffer({ draft, record, onRestore, onDiscard }: Props) {
  const isOld = record !== null && draft.revision !== null && record.revision !== draft.revision;
  return (
    <Alert
      type="info" showIcon className="sc-offer" message="发现未保存的填写内容，是否恢复？"
      description={`填写于 ${dayjs(draft.time).format('YYYY-MM-DD HH:mm:ss')}。${isOld ? `此后${record.updateByName ?? '他人'}修改过这条记录，恢复后请核对。` : ''}`}
      action={(
        <Space>
          <Button size="small" type="primary" onClick={onRestore} data-action="restore-draft">恢复</Button>
          <Button size="small" onClick={onDiscard} data-action="discard-draft">不恢复</Button>
        </Space>
      )}
    />
  );
}
