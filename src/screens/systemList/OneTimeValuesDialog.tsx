import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button, Modal } from 'antd';
import { copyText } from '../../runtime/host/copyText.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { textOf, type SystemAction, type SystemRow } from './rows.ts';

interface Props {
  /** `tell` of the action in the screen's document: the texts of the dialog, and the keys and labels of its values. */
  dialogTexts: NonNullable<SystemAction['tell']>;
  /** The values that the server returned, by key. */
  answer: SystemRow;
  onClose(): void;
}

/** Shows values that the server returns only once, such as a password, for copying. */
export function OneTimeValuesDialog({ dialogTexts, answer, onClose }: Props) {
  useReturnedFocus();
  const { message } = useFeedback();
  const text = dialogTexts.items.map(({ key, label }) => `${label}：${textOf(answer[key])}`).join('\n');
  return (
    <Modal
      open
      title={dialogTexts.title}
      onCancel={onClose}
      maskClosable={false}
      footer={[
        <Button
          key="copy"
          icon={<CopyOutlined />}
          onClick={() =>
            void copyText(text).then(
              () => message.success('已复制'),
              () => message.warning('浏览器不允许复制，请手动抄录'),
            )
          }
          data-action="copy"
        >
          复制
        </Button>,
        <Button key="close" type="primary" onClick={onClose} data-action="close">
          {dialogTexts.closeText ?? '我已记下'}
        </Button>,
      ]}
    >
      {dialogTexts.note ? <Alert type="warning" showIcon message={dialogTexts.note} className="sl-failure" /> : null}
      <dl className="sl-told">
        {dialogTexts.items.map(({ key, label }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd data-told={key}>{textOf(answer[key])}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
