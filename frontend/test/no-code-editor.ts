throw new Error('jsdom has no layout.');
