import { Alert, App, Form, Input, Modal, type ButtonProps } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useServices } from '../../runtime/contexts.ts';
import { confirmLeave } from '../../runtime/screen/leaveGuard.ts';
import { useOneAtATime } from '../../runtime/host/useOneAtATime.ts';
import { passwordChangeFaults, passwordFault, passwordHint, type PasswordForm } from '../../rules/password.ts';
import { readPlatformParameters } from '../../session/platform.ts';
import { useSession } from '../../session/context.ts';

/** Validation rule of a field. An empty value passes, because the `required` rule reports it. */
const ruleOf =
  (field: keyof PasswordForm) =>
  ({ getFieldsValue }: { getFieldsValue(all: true): PasswordForm }) => ({
    validator: async (_rule: unknown, value: string): Promise<void> => {
      const problem = value
        ? passwordChangeFaults({ ...getFieldsValue(true), [field]: value }, (password) =>
            passwordFault(password, readPlatformParameters().passwordMinLength),
          ).find((fault) => fault.field === field)
        : undefined;
      if (problem) throw new Error(problem.text);
    },
  });

/**
 * Dialog to change the user's password (AU-019…023, ER-010, ER-011). Afterwards the user must sign in again.
 * `isMandatory`: an administrator set the password or it has expired, so the dialog can only be left by changing the
 * password or by signing out.
 */
export function PasswordDialog({
  isOpen,
  isMandatory = false,
  onClose,
}: {
  isOpen: boolean;
  isMandatory?: boolean;
  onClose(): void;
}) {
  const services = useServices();
  const session = useSession();
  const navigate = useNavigate();
  const { message } = App.useApp();
  const [form] = Form.useForm<PasswordForm>();
  const { isBusy, run } = useOneAtATime();
  const hint = passwordHint(readPlatformParameters().passwordMinLength);

  const save = async (fields: PasswordForm): Promise<void> => {
    try {
      await services.session.changePassword(fields);
      message.success('密码已修改，请重新登录');
      session.signOutLocally();
      void navigate('/index');
    } catch (error) {
      message.warning(error instanceof Error ? error.message : '密码修改失败', 5);
    }
  };

  return (
    <Modal
      title={isMandatory ? '请先修改密码' : '修改密码'}
      open={isOpen}
      onCancel={onClose}
      onOk={form.submit}
      okText="确定"
      cancelText={isMandatory ? '退出登录' : '取消'}
      closable={!isMandatory}
      keyboard={!isMandatory}
      confirmLoading={isBusy}
      okButtonProps={{ 'data-action': 'save-password' } as ButtonProps}
      maskClosable={false}
      destroyOnHidden
      width={480}
    >
      {isMandatory ? (
        <Alert
          type="info"
          showIcon
          style={{ marginBottom: 16 }}
          message="您的密码由管理员设定，或已超过有效期。改成自己的新密码后才能使用系统。"
        />
      ) : null}
      <Form
        form={form}
        layout="vertical"
        preserve={false}
        validateTrigger="onBlur"
        requiredMark
        // asks first if open pages have unsaved values: the new sign-in after the change discards all pages
        onFinish={(fields) => confirmLeave(() => void run(() => save(fields)))}
        onFinishFailed={() => message.warning('请检查输入', 5)}
      >
        <Form.Item
          name="oldPassword"
          label={isMandatory ? '现在的密码' : '旧密码'}
          rules={[{ required: true, message: '请输入旧密码' }]}
        >
          <Input.Password autoComplete="current-password" placeholder="请输入旧密码" />
        </Form.Item>
        <Form.Item
          name="password"
          label="新密码"
          dependencies={['oldPassword']}
          extra={hint}
          rules={[{ required: true, message: '请输入新密码' }, ruleOf('password')]}
        >
          <Input.Password autoComplete="new-password" placeholder={hint} maxLength={16} />
        </Form.Item>
        <Form.Item
          name="confirmPassword"
          label="确认密码"
          dependencies={['password']}
          rules={[{ required: true, message: '请确认密码' }, ruleOf('confirmPassword')]}
        >
          <Input.Password autoComplete="new-password" placeholder="请再次输入新密码" maxLength={16} />
        </Form.Item>
      </Form>
    </Modal>
  );
}
