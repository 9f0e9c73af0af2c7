import { match } from 'pinyin-pro';
import type { PinyinMatcher } from './findEntries.ts';

/** Whether the typed letters are pinyin of the title: `ywyysq`, `yewuyongyin` and `ywyongy` all match 业务用印申请. */
export const matchesPinyin: PinyinMatcher = (title, typed) =>
  /^[a-z\s]+$/.test(typed) && match(title, typed.replace(/\s+/g, ''), { continuous: true }) !== null;
