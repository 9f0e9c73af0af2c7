import { useState } from 'react';
import { Alert } from 'antd';
import type { RecordSelectorNode } from '../../grammar/nodes.ts';
import { Dialog } from '../../runtime/host/Dialog.tsx';
import { failureText } from '../../runtime/host/notice.ts';
import { CameraScanner } from '../shared/scan/CameraScanner.tsx';
import type { RecordChoice } from './recordChoice.ts';
import { useRecordByCode } from './useRecordByCode.ts';

interface Props {
  node: RecordSelectorNode;
  onFound(record: RecordChoice): void;
  onClose(): void;
}

/** Finds a record by a scanned code. For an unknown code, shows the code and continues scanning. */
export function ScanDialog({ node, onFound, onClose }: Props) {
  const findByCode = useRecordByCode(node);
  const [problem, setProblem] = useState<string | null>(null);
  const findRecord = (code: string): void => {
    findByCode(code).then(
      (record) => (record ? onFound(record) : setProblem(`“${code}”不是可选的记录，请换一个`)),
      (error: unknown) => setProblem(`查找失败：${failureText(error)}`),
    );
  };
  return (
    <Dialog title={`扫码选择${node.label ?? '记录'}`} isOpen onClose={onClose} width={520}>
      <CameraScanner onCode={findRecord} />
      {problem === null ? null : <Alert type="warning" showIcon role="alert" message={problem} />}
    </Dialog>
  );
}
