import { Modal } from 'antd';
import { useState } from 'react';
import { useReturnedFocus } from '../../../runtime/host/returnedFocus.ts';
import { PeopleField } from './PeopleField.tsx';

/** A node whose people are chosen by who submits. */
export interface ChoiceNode {
  nodeId: string;
  taskNode: string;
  isMultiple: boolean;
}

interface Props {
  nodes: readonly ChoiceNode[];
  /** Who applied: nobody decides on their own application. */ applicant: string;
  isBusy: boolean;
  onDone(choices: Record<string, readonly string[]>): void;
  onClose(): void;
}

/** Who is to act at the nodes that come now. */
export function ChoiceDialog({ nodes, applicant, isBusy, onDone, onClose }: Props) {
  useReturnedFocus();
  const [chosen, setChosen] = useState<Readonly<Record<string, { ids: readonly string[]; names: string }>>>({});
  const [isMissing, setMissing] = useState(false);
  const leftOut = [applicant];
  const isEmpty = (nodeId: string): boolean => (chosen[nodeId]?.ids.length ?? 0) === 0;
  const done = (): void => {
    if (nodes.some(({ nodeId }) => isEmpty(nodeId))) setMissing(true);
    else onDone(Object.fromEntries(nodes.map(({ nodeId }) => [nodeId, chosen[nodeId]?.ids ?? []])));
  };
  return (
    <Modal
      open
      title="选择办理人"
      okText="确定提交"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={done}
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
            leftOut={leftOut}
            isInvalid={isMissing && isEmpty(nodeId)}
            value={chosen[nodeId]?.ids ?? []}
            names={chosen[nodeId]?.names ?? ''}
            onChange={(ids, names) => setChosen({ ...chosen, [nodeId]: { ids, names } })}
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
