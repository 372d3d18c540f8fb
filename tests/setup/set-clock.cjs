// Loaded into a portal before it starts (NODE_OPTIONS): its clock is off by what the file of the test says, in ms.
const { readFileSync } = require('node:fs');

const TrueDate = Date;
const file = process.env.CLOCK_FILE;
const now = () => TrueDate.now() + Number(readFileSync(file, 'utf8'));

globalThis.Date = class extends TrueDate {
  constructor(...given) {
    if (given.length === 0) super(now());
    else super(...given);
  }

  static now() {
    return now();
  }
};
