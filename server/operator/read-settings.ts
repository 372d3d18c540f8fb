import type { SettingList } from '../../lib/operator/products.ts';
import type { Settings } from '../env.ts';
import type { EgressAllow } from '../gateway/egress-allow.ts';
import type { Context } from '../context.ts';
import type { Setting } from '../setting.ts';
import { secretSetting, settings as all } from '../settings.ts';

type Key = keyof typeof all;
type Plain = Setting<string | number | boolean | undefined>;
/** Settings that are more than a text, a number or a switch. */
type Special = { [Each in Key]: (typeof all)[Each] extends Plain ? never : Each }[Key];
type Shown = Partial<Record<Key, string | undefined>> & Record<Special, string | undefined>;

/** The settings in force, without secrets. Addresses that may have a password are named by their host alone. */
export function readSettings({ settings, secret }: Pick<Context, 'settings' | 'secret'>): SettingList {
  const values = new Map<string, unknown>(Object.entries(settings));
  const shown = new Map<string, unknown>(Object.entries(shownOf(settings)));
  const rows = Object.entries<Setting>(all).map(([key, setting]) => {
    const value = setting.isSecret && values.get(key) !== undefined ? 'set' : values.get(key);
    return rowOf(setting, shown.has(key) ? shown.get(key) : value);
  });
  const secrets = secret.all.length === 1 ? '1 secret' : `${secret.all.length} secrets`;
  return { list: [...rows, rowOf(secretSetting, secrets)] };
}

function rowOf({ name, words, default: fallback }: Setting, value: unknown): SettingList['list'][number] {
  const text = typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value ?? fallback);
  return { name, value: plain(text || 'none'), meaning: plain(words) };
}

const plain = (markdown: string) => markdown.replaceAll('`', '');

function shownOf({ smtp, mailSender, issuers, operator, ...settings }: Settings): Shown {
  return {
    toolboxPort: settings.toolboxPort === 0 ? '0: any free port' : String(settings.toolboxPort),
    databaseUrl: settings.databaseUrl && `PostgreSQL at ${new URL(settings.databaseUrl).host}`,
    // Node describes each network as "Subnet: IPv4 10.0.0.0/8".
    trustedProxies: settings.trustedProxies.rules.map((rule) => rule.replace(/^.*IPv[46] /, '')).join(', '),
    egressAllow: allowText(settings.egressAllow),
    egressFence: allowText({ names: [], networks: settings.egressFence.networks, setting: '' }),
    fileAllow: allowText(settings.fileAllow),
    webhookAllow: allowText(settings.webhookAllow),
    issuers: issuers.map(({ name, issuer }) => `${name}: ${issuer}`).join(', '),
    openMetrics: settings.openMetrics ? 'open' : 'key',
    smtp: smtp?.host,
    mailSender: `${mailSender.name} <${mailSender.address}>`,
    operatorEmail: operator?.email.address,
    operatorPasswordHash: operator && 'set',
  };
}

/** A list of hosts, addresses and networks, as a person writes it. */
function allowText({ names, networks }: EgressAllow): string {
  const withPort = (text: string, port: number | null) => (port === null ? text : `${text} port ${port}`);
  const ofNetworks = networks.map(({ network: [address, bits], port }) =>
    withPort(`${address.toString()}/${bits}`, port),
  );
  return [...names.map(({ name, port }) => withPort(name, port)), ...ofNetworks].join(', ');
}
