"""What figures do with their actions: moving, handling things, trying to spot; and who fires at them meanwhile."""
