/** Matches mobile and fixed telephone numbers of mainland China; used to validate phone fields. */
export const PHONE_PATTERN = '^(1[3-9]\\d{9}|0\\d{2,3}-?\\d{7,8})$';
export const PHONE_MESSAGE = '请输入正确的手机号或固定电话';
