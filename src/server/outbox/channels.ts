import { createHmac } from 'node:crypto';
import { callOut } from '../http/callOut.ts';
import type { Topic } from '../../domain/messageKinds.ts';
import type { HttpChannelKind, MessagePayload } from './tables.ts';

/** A message as passed to a channel. `key` is the same at each attempt, so that the receiver can recognise a repeat. */
export interface Message {
  key: string;
  topic: Topic;
  title: string;
  createdAt: string;
  payload: MessagePayload;
  /** The text shown in a chat. */
  chatText: string;
}

export interface ChannelAddress {
  url: string;
  secret: string;
  /** Origins that may be called (`CALL_ORIGINS`), in addition to those of the channel kind. */
  origins: readonly string[];
}

interface HttpRequest {
  url: string;
  body: object;
  headers?: Record<string, string>;
}

/** How many bytes of text a robot accepts; a longer text is refused as a whole. */
const MAX_TEXT_BYTES = { wecom: 2048, dingtalk: 18_000, feishu: 18_000 } as const;

/** Cuts a text to at most this many bytes in UTF-8, in whole characters; a cut text ends with …. */
function withinBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text;
  let bytes = Buffer.byteLength('…');
  let cutText = '';
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) break;
    cutText += character;
  }
  return `${cutText}…`;
}

/** How a kind of channel sends messages. */
export interface ChannelProtocol {
  title: string;
  /** Origins of this service, which may be called even if `CALL_ORIGINS` does not list them. */
  origins: readonly string[];
  createRequest(message: Message, address: ChannelAddress, now: number): HttpRequest;
  /** Returns the error in the body of an answer with status 2xx; null when the message was accepted. */
  errorIn(answer: unknown): string | null;
}

const hmac = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** Returns the value of the first of these keys whose value is a number; undefined if there is none. */
const firstNumber = (answer: unknown, ...keys: string[]): number | undefined =>
  keys
    .map((key) => (answer as Record<string, unknown> | null)?.[key])
    .find((value): value is number => typeof value === 'number');
/**
 * Returns the error in a robot's answer; null for code 0. `codeKeys`: keys that may hold the code; `textKey`: the key
 * of its description.
 */
const robotError = (answer: unknown, codeKeys: string[], textKey: string): string | null => {
  const code = firstNumber(answer, ...codeKeys);
  if (code === 0) return null;
  const reason = (answer as Record<string, unknown> | null)?.[textKey];
  return `机器人答复 ${code ?? '无法识别'}${typeof reason === 'string' ? `：${reason.slice(0, 200)}` : ''}`;
};

export const CHANNELS: Readonly<Record<HttpChannelKind, ChannelProtocol>> = {
  webhook: {
    title: 'Webhook',
    origins: [],
    createRequest({ key, topic, title, createdAt, payload }, { url, secret }) {
      const body = { key, topic, title, createdAt, ...payload };
      return {
        url,
        body,
        headers: {
          'idempotency-key': key,
          ...(secret === '' ? {} : { 'x-signature': `sha256=${hmac(secret, JSON.stringify(body)).toString('hex')}` }),
        },
      };
    },
    errorIn: () => null,
  },
  wecom: {
    title: '企业微信机器人',
    origins: ['https://qyapi.weixin.qq.com'],
    createRequest: ({ chatText }, { url }) => ({
      url,
      body: { msgtype: 'text', text: { content: withinBytes(chatText, MAX_TEXT_BYTES.wecom) } },
    }),
    errorIn: (answer) => robotError(answer, ['errcode'], 'errmsg'),
  },
  dingtalk: {
    title: '钉钉机器人',
    origins: ['https://oapi.dingtalk.com'],
    createRequest({ chatText }, { url, secret }, now) {
      const signedUrl = new URL(url);
      if (secret !== '') {
        signedUrl.searchParams.set('timestamp', String(now));
        signedUrl.searchParams.set('sign', hmac(secret, `${now}\n${secret}`).toString('base64'));
      }
      const content = withinBytes(chatText, MAX_TEXT_BYTES.dingtalk);
      return { url: signedUrl.href, body: { msgtype: 'text', text: { content } } };
    },
    errorIn: (answer) => robotError(answer, ['errcode'], 'errmsg'),
  },
  feishu: {
    title: '飞书机器人',
    origins: ['https://open.feishu.cn', 'https://open.larksuite.com'],
    createRequest({ chatText }, { url, secret }, now) {
      const timestamp = String(Math.floor(now / 1000));
      // this service signs an empty text, with time and secret as the key
      const sign = secret === '' ? {} : { timestamp, sign: hmac(`${timestamp}\n${secret}`, '').toString('base64') };
      const text = withinBytes(chatText, MAX_TEXT_BYTES.feishu);
      return { url, body: { ...sign, msg_type: 'text', content: { text } } };
    },
    errorIn: (answer) => robotError(answer, ['code', 'StatusCode'], 'msg'),
  },
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
};

/** Sends a message once. Throws an Error with a text for administrators when it was not accepted. */
export async function sendMessage(
  kind: HttpChannelKind,
  message: Message,
  address: ChannelAddress,
  timeoutMs?: number,
): Promise<void> {
  const channel = CHANNELS[kind];
  const { url, body, headers = {} } = channel.createRequest(message, address, Date.now());
  const { status, text } = await callOut({
    url,
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    origins: [...address.origins, ...channel.origins],
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  if (status < 200 || status > 299) throw new Error(`对方答复 ${status}`);
  const errorText = channel.errorIn(parseJson(text));
  if (errorText !== null) throw new Error(errorText);
}
