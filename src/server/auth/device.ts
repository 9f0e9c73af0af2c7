/** The first match is used: the User-Agent of HarmonyOS also contains Android, that of an iPhone Mac OS X. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙设备'],
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android(?!.*Mobile)/, 'Android 平板'],
  [/Android/, 'Android 手机'],
  [/Windows/, 'Windows 电脑'],
  [/Macintosh|Mac OS X/, 'Mac 电脑'],
  [/CrOS|Linux|X11/, 'Linux 电脑'],
];
/** The first match is used: the User-Agent of Edge also contains Chrome, that of Chrome also Safari. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/wxwork/i, '企业微信'],
  [/MicroMessenger/, '微信'],
  [/DingTalk/i, '钉钉'],
  [/Lark|Feishu/, '飞书'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/QQBrowser/, 'QQ 浏览器'],
  [/360SE|360EE|QIHU/, '360 浏览器'],
  [/HeadlessChrome/, 'Chrome（无界面）'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
];

const firstMatch = (list: readonly (readonly [RegExp, string])[], text: string): string =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? '';

/**
 * Returns a readable name of the device and browser in a User-Agent, such as `Windows 电脑 · Edge`; '' if both are
 * unknown. Only this name is stored, not the User-Agent.
 */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  return [firstMatch(SYSTEMS, text), firstMatch(PROGRAMS, text)].filter((part) => part !== '').join(' · ');
}
