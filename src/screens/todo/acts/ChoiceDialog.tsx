import { Modal } from 'antd';
import { useState } from 'react';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { PeopleField } from './PeopleField.tsx';

/** A process node whose assignees the submitter selects. */
export interface ChoiceNode {
  nodeId: string;
  taskNode: string;
  isMultiple: boolean;
}

interface Props {
  nodes: readonly ChoiceNode[];
  /** User id of the applicant, who cannot decide on his own application. */
  applicant: string;
  isBusy: boolean;
  onDone(choices: Record<string, readonly string[]>): void;
  onClose(): void;
}

/** Dialog to select the assignees of the given nodes; every node needs at least one. */
export function ChoiceDialog({ nodes, applicant, isBusy, onDone, onClose }: Props) {
  useReturnedFocus();
  const [selection, setSelection] = useState<Readonly<Record<string, { ids: readonly string[]; names: string }>>>({});
  const [isMissing, setMissing] = useState(false);
  const excludedIds = [applicant];
  const isEmpty = (nodeId: string): boolean => (selection[nodeId]?.ids.length ?? 0) === 0;
  const submit = (): void => {
    if (nodes.some(({ nodeId }) => isEmpty(nodeId))) setMissing(true);
    else onDone(Object.fromEntries(nodes.map(({ nodeId }) => [nodeId, selection[nodeId]?.ids ?? []])));
  };
  return (
    <Modal
      open
      title="选择办理人"
      okText="确定提交"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={submit}
      onCancel={onClose}
      maskClosable={false}
      width={520}
    >
      <div className="sc-opinion" data-act="choice">
        {nodes.map(({ nodeId, taskNode, isMultiple }) => (
          <PeopleField
            key={nodeId}
            label={`“${taskNode}”的办理人`}
            isMultiple={isMultiple}
            excludedIds={excludedIds}
            isInvalid={isMissing && isEmpty(nodeId)}
            value={selection[nodeId]?.ids ?? []}
            names={selection[nodeId]?.names ?? ''}
            onChange={(ids, names) => setSelection({ ...selection, [nodeId]: { ids, names } })}
          />
        ))}
        {isMissing ? (
          <span className="sc-error" role="alert">
            请选择办理人
          </span>
        ) : null}
      </div>
    </Modal>
  );
}
