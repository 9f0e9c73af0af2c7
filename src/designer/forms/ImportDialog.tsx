import { Button, Modal, Skeleton, Space } from 'antd';
import { useRef, useState } from 'react';
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
  onLoadText(text: string): void;
}

/**
 * Imports a definition of another designer into this form: shows a report, then loads the text as it is or converted to
 * the canonical format.
 */
export function ImportDialog({ formKey, formName, onClose, onLoadText }: Props) {
  useReturnedFocus();
  const check = useChecker();
  const [report, setReport] = useState<Report | null>(null);
  /** The definition that was chosen last. Results of checks of other definitions are ignored. */
  const chosenDefinition = useRef<DefinitionText | null>(null);
  const checkDefinition = (definition: DefinitionText): void => {
    chosenDefinition.current = definition;
    setReport({ ...definition, check: null });
    void check(definition.text, { formKey, formName }).then((result) => {
      if (chosenDefinition.current === definition) setReport({ ...definition, check: result });
    });
  };
  const chooseAgain = (): void => {
    chosenDefinition.current = null;
    setReport(null);
  };
  const convertedDefinition = report?.check?.definition ?? null;
  return (
    <Modal
      open
      width="min(860px, 96vw)"
      title="导入表单定义"
      onCancel={onClose}
      maskClosable={false}
      footer={
        report ? (
          <Space wrap>
            <Button onClick={chooseAgain}>重新选择</Button>
            <Button disabled={!report.check} onClick={() => onLoadText(report.text)} data-action="take">
              按原文载入
            </Button>
            <Button
              type="primary"
              disabled={!convertedDefinition}
              onClick={() => {
                if (convertedDefinition) onLoadText(canonicalText(convertedDefinition, { formKey, formName }));
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
        <DefinitionInput isMultiple={false} onRead={checkDefinition} />
      ) : !report.check ? (
        <Skeleton active paragraph={{ rows: 6 }} />
      ) : (
        <ImportReport source={report} check={report.check} />
      )}
    </Modal>
  );
}
