import { match } from 'pinyin-pro';
import type { Sounds } from './findEntries.ts';

/** `ywyysq`, `yewuyongyin` and `ywyongy` all sound like 业务用印申请. */
export const sounds: Sounds = (title, typed) =>
  /^[a-z\s]+$/.test(typed) && match(title, typed.replace(/\s+/g, ''), { continuous: true }) !== null;
