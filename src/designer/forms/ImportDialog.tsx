import { Button, Modal, Skeleton, Space } from 'antd';
import { useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import type { TextCheck } from '../check/checkText.ts';
import type { DefinitionText } from '../check/definitionText.ts';
import { useChecker } from '../check/useChecker.ts';
import { canonicalText } from '../document/documentText.ts';
import { DefinitionInput } from '../document/DefinitionInput.tsx';
import { ImportReport } from './ImportReport.tsx';

interface Report extends DefinitionText {
  check: TextCheck | null;
}
interface Props {
  formKey: string;
  formName: string;
  onClose(): void;
  onTake(text: string): void;
}

/** Takes a document of a form generator into this form: what was found in it, and whether to convert it or to take it as it is. */
export function ImportDialog({ formKey, formName, onClose, onTake }: Props) {
  useReturnedFocus();
  const check = useChecker();
  const [report, setReport] = useState<Report | null>(null);
  const read = (given: DefinitionText): void => {
    setReport({ ...given, check: null });
    void check(given.text, { formKey, formName }).then((found) => setReport({ ...given, check: found }));
  };
  const definition = report?.check?.definition ?? null;
  return (
    <Modal
      open
      width="min(860px, 96vw)"
      title="导入表单定义"
      onCancel={onClose}
      footer={
        report ? (
          <Space wrap>
            <Button onClick={() => setReport(null)}>重新选择</Button>
            <Button disabled={!report.check} onClick={() => onTake(report.text)} data-action="take">
              按原文载入
            </Button>
            <Button
              type="primary"
              disabled={!definition}
              onClick={() => {
                if (definition) onTake(canonicalText(definition, { formKey, formName }));
              }}
              data-action="convert"
            >
              转换为规范格式并载入
            </Button>
          </Space>
        ) : null
      }
    >
      {!report ? (
        <DefinitionInput isMultiple={false} onRead={read} />
      ) : !report.check ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <ImportReport given={report} check={report.check} />
      )}
    </Modal>
  );
}
