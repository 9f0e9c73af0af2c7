/** The first that fits counts: an Edge also says that it is Chrome, an iPad that it is a Mac. */
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

const found = (list: readonly (readonly [RegExp, string])[], text: string): string =>
  list.find(([pattern]) => pattern.test(text))?.[1] ?? '';

/** What a person calls the device that a User-Agent stands for, as `Windows 电脑 · Edge`; '' when it says nothing known. Only this is kept of it. */
export function deviceOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 500);
  return [found(SYSTEMS, text), found(PROGRAMS, text)].filter((word) => word !== '').join(' · ');
}
