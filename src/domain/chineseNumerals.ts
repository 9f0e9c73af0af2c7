const DIGITS = '零壹贰叁肆伍陆柒捌玖';
/** Units of the digits inside a group of four digits, from the last digit to the first. */
const DIGIT_UNITS = ['', '拾', '佰', '仟'];
/** Units of the groups of four digits below 亿, from the last group to the first. */
const GROUP_UNITS = ['', '万'];
const DECIMAL_UNITS = ['角', '分', '厘', '毫'];

/** Returns the Chinese numerals of up to four digits. One or more zeros between other digits become a single 零. */
function numeralsOfGroup(group: string): string {
  let text = '';
  let needsZero = false;
  [...group].forEach((char, index) => {
    const digit = Number(char);
    if (digit === 0) {
      needsZero = text !== '';
      return;
    }
    text += (needsZero ? '零' : '') + DIGITS[digit] + DIGIT_UNITS[group.length - 1 - index];
    needsZero = false;
  });
  return text;
}

/** Returns the numerals of an integer; '' for zero. The part before 亿 is converted on its own: 1e12 is 壹万亿. */
function numeralsOfInteger(whole: string): string {
  const [high, low] = [numeralsBelowYi(whole.slice(0, -8)), numeralsBelowYi(whole.slice(-8))];
  const zeroBetween = high !== '' && low !== '' && whole.at(-8) === '0' ? '零' : '';
  return high === '' ? low : `${high}亿${zeroBetween}${low}`;
}

/** Returns the numerals of an integer of up to eight digits; '' for zero. */
function numeralsBelowYi(whole: string): string {
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 4) groups.unshift(whole.slice(Math.max(0, end - 4), end));
  let text = '';
  let needsZero = false;
  groups.forEach((group, index) => {
    const groupText = numeralsOfGroup(group);
    if (groupText === '') {
      needsZero = text !== '';
      return;
    }
    if (text !== '' && (needsZero || group.startsWith('0'))) text += '零';
    text += groupText + GROUP_UNITS[groups.length - 1 - index];
    needsZero = false;
  });
  return text;
}

/**
 * VL-003, VL-004: converts an amount to Chinese capitals with up to four decimals (角 分 厘 毫, tenths to ten-thousandths).
 * '' for amounts of 1e15 and more, of -1e15 and less, and for NaN. 1234.5 -> 壹仟贰佰叁拾肆元伍角; 0 -> 零元整.
 */
export function toChineseNumerals(amount: number): string {
  if (!Number.isFinite(amount) || Math.abs(amount) >= 1e15) return '';
  const [whole = '0', decimals = ''] = Math.abs(amount).toFixed(4).split('.');
  if (Number(whole) >= 1e15) return '';
  const yuan = numeralsOfInteger(whole.replace(/^0+/, ''));
  let fraction = '';
  [...decimals].forEach((char, index) => {
    const digit = Number(char);
    if (digit !== 0) fraction += DIGITS[digit] + (DECIMAL_UNITS[index] ?? '');
    else if (fraction !== '' || yuan !== '') fraction += '零';
  });
  fraction = fraction.replace(/零+/g, '零').replace(/零$/, '');
  if (yuan === '' && fraction === '') return '零元整';
  const sign = amount < 0 ? '负' : '';
  if (fraction === '') return `${sign}${yuan}元整`;
  return sign + (yuan === '' ? fraction.replace(/^零/, '') : `${yuan}元${fraction}`);
}
