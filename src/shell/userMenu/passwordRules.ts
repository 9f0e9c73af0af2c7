/** AU-022: what a new password must hold, as a sentence and as a check. */
export const PASSWORD_HINT = '须含大写字母、小写字母、数字和特殊字符，长度 8-16 位';

export const isStrongPassword = (password: string): boolean =>
  password.length >= 8 && password.length <= 16 && [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z\d\s]/].every((part) => part.test(password)) && !/\s/.test(password);
