import { Alert, Button, Space } from 'antd';
import { productTimeText } from '../../../domain/dates.ts';
import type { ReactNode } from 'react';

interface Props {
  /** When the input was stored, in milliseconds since 1970. */
  storedAt: number;
  note?: ReactNode;
  onRestore(): void;
  onDiscard(): void;
}

/** Text of the leave dialog for input that this browser stores. */
export const STORED_INPUT_NOTE = '修改的内容还没有保存。离开后会保留在本机，下次打开时可以恢复；也可以放弃。';

/** Notice about unsaved input stored in this browser, with buttons to restore or discard it. */
export function StoredInputOffer({ storedAt, note, onRestore, onDiscard }: Props) {
  return (
    <Alert
      type="info"
      showIcon
      className="sc-offer"
      message={`发现未保存的内容（${productTimeText(storedAt).slice(0, 16)}，本机），是否恢复？`}
      description={note}
      action={
        <Space>
          <Button size="small" type="primary" onClick={onRestore} data-action="restore-kept">
            恢复
          </Button>
          <Button size="small" onClick={onDiscard} data-action="discard-kept">
            丢弃
          </Button>
        </Space>
      }
    />
  );
}
