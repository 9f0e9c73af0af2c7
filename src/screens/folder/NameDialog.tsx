import { Input, Modal, type InputRef } from 'antd';
import { useRef, useState } from 'react';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { messageOf } from '../shared/messages.ts';

interface Props {
  title: string;
  /** The current name. When the input gets the focus, the name is selected, that of a file without its extension. */
  name: string;
  isFile?: boolean;
  /** Saves the name; not called if the name is unchanged. If it rejects, the dialog shows the error below the input. */
  onSave(name: string): Promise<void>;
  onClose(): void;
}

/** Dialog for the name of a folder or document. It stays open, with the reason, if the name is refused. */
export function NameDialog({ title, name, isFile = false, onSave, onClose }: Props) {
  useReturnedFocus();
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState('');
  const [isBusy, setBusy] = useState(false);
  const input = useRef<InputRef>(null);
  const selectedLength = (isFile && Math.max(0, text.lastIndexOf('.'))) || text.length;
  const save = async (): Promise<void> => {
    if (isBusy) return;
    if (text.trim() === '') {
      setProblem('请填写名称');
      return;
    }
    setBusy(true);
    try {
      if (text.trim() !== name) await onSave(text.trim());
      onClose();
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={title}
      okText="确定"
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={onClose}
      afterOpenChange={(isOpen) => {
        if (isOpen) input.current?.focus();
      }}
      maskClosable={false}
      width={440}
    >
      <Input
        ref={input}
        aria-label="名称"
        aria-invalid={problem !== ''}
        status={problem === '' ? '' : 'error'}
        value={text}
        maxLength={200}
        onFocus={({ target }) => target.setSelectionRange(0, selectedLength)}
        onChange={({ target }) => {
          setText(target.value);
          setProblem('');
        }}
        onPressEnter={() => void save()}
      />
      {problem === '' ? null : (
        <p className="sc-folder-problem" role="alert">
          {problem}
        </p>
      )}
    </Modal>
  );
}
