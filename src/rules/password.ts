/** Limits of the length; a system may require a greater minimum. */
const MIN_LENGTH = 8;
const MAX_LENGTH = 16;

/** AU-022: returns the rules for a new password, as placeholder text. */
export const passwordHint = (minLength = MIN_LENGTH): string =>
  `须含大写字母、小写字母、数字和特殊字符，长度 ${minLength}-${MAX_LENGTH} 位`;

/**
 * AU-022: returns the first rule that a new password breaks, in Chinese; null for a valid password. Checked by browser
 * and server.
 */
export function passwordFault(password: string, minLength = MIN_LENGTH): string | null {
  if (password.length < minLength || password.length > MAX_LENGTH)
    return `密码长度应为 ${minLength} 到 ${MAX_LENGTH} 位`;
  if (/[^\x21-\x7e]/.test(password)) return '密码不能含空格或中文';
  const isComplete = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].every((kind) => kind.test(password));
  return isComplete ? null : '密码须同时包含大写字母、小写字母、数字和特殊字符';
}

/** EN-006: the input of a change of password. */
export interface PasswordForm {
  oldPassword: string;
  password: string;
  confirmPassword: string;
}

/**
 * Returns the problems of a change of password, each with its input. Does not check whether the old password is
 * correct. `checkPassword`: checks the new password; the server may check more.
 */
export function passwordChangeFaults(
  { oldPassword, password, confirmPassword }: PasswordForm,
  checkPassword: (password: string) => string | null = passwordFault,
): { field: keyof PasswordForm; text: string }[] {
  const fault = checkPassword(password) ?? (password === oldPassword ? '不能与旧密码相同' : null);
  return [
    ...(fault ? [{ field: 'password' as const, text: fault }] : []),
    ...(password === confirmPassword ? [] : [{ field: 'confirmPassword' as const, text: '两次输入的密码不一致' }]),
  ];
}
