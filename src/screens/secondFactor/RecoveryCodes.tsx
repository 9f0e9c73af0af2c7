import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { copyText } from '../../runtime/host/copyText.ts';
import { useFeedback } from '../shared/useFeedback.ts';

/** Shows the recovery codes, which the server returns only once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const { message } = useFeedback();
  return (
    <div className="ss-factor-form" data-recovery-codes="">
      <Alert
        type="warning"
        showIcon
        message="恢复码只显示这一次。请抄下或打印，存放在安全的地方；手机丢失时用它登录，每个只能用一次。"
      />
      <ul className="ss-factor-codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="ss-factor-buttons">
        <Button
          icon={<CopyOutlined />}
          data-action="copy"
          onClick={() =>
            void copyText(codes.join('\n')).then(
              () => message.success('已复制'),
              () => message.warning('浏览器不允许复制，请手动抄录'),
            )
          }
        >
          复制
        </Button>
        <Button type="primary" onClick={onClose} data-action="close">
          我已保存
        </Button>
      </div>
    </div>
  );
}
