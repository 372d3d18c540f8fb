import { configure } from '@testing-library/react';

/** A machine that is busy takes its time over a page: past this, nothing comes. */
configure({ asyncUtilTimeout: 120_000 });
