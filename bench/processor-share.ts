import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../server/error-text.ts';

/** Short, so that a process which has used its share waits for some milliseconds only. */
const periodUs = 10_000;

export interface ProcessorShare {
  /** Lets the group go, with its processes. */
  end(): void;
}

/**
 * Limits processes together to a share of one processor, by a control group of Linux. Returns the reason where the
 * machine does not allow it.
 */
export function limitProcessor(name: string, processIds: number[], share: number): ProcessorShare | string {
  const parent = existsSync('/sys/fs/cgroup/cgroup.controllers') ? secondVersion : firstVersion;
  const group = join(parent.folder, `farebox-${process.pid}-${name}`);
  const move = (folder: string) => {
    for (const processId of processIds) writeFileSync(join(folder, 'cgroup.procs'), String(processId));
  };
  try {
    mkdirSync(group);
    parent.limit(group, share * periodUs);
    move(group);
    return {
      end() {
        move(parent.folder);
        rmdirSync(group);
      },
    };
  } catch (error) {
    if (existsSync(group)) rmdirSync(group);
    return `this machine limits no processes: ${errorText(error)}`;
  }
}

interface Groups {
  folder: string;
  limit: (group: string, quotaUs: number) => void;
}

const firstVersion: Groups = {
  folder: '/sys/fs/cgroup/cpu',
  limit(group, quotaUs) {
    writeFileSync(join(group, 'cpu.cfs_period_us'), String(periodUs));
    writeFileSync(join(group, 'cpu.cfs_quota_us'), String(quotaUs));
  },
};

const secondVersion: Groups = {
  folder: '/sys/fs/cgroup',
  limit(group, quotaUs) {
    const controllers = join(secondVersion.folder, 'cgroup.subtree_control');
    if (!readFileSync(controllers, 'utf8').includes('cpu')) writeFileSync(controllers, '+cpu');
    writeFileSync(join(group, 'cpu.max'), `${quotaUs} ${periodUs}`);
  },
};
